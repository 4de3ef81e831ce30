import type { ChecklistItem } from '../machines/packages.ts'
import type { PermitRequirements } from './requirements.ts'

/** The initial checklist of a new package: all documents are missing. */
export function newChecklist({
  required,
  optional,
}: Pick<PermitRequirements, 'required' | 'optional'>): ChecklistItem[] {
  const item = (documentType: string, isRequired: boolean): ChecklistItem => ({
    documentType,
    required: isRequired,
    state: 'MISSING',
    file: null,
    onPaper: false,
    reason: null,
  })
  return [
    ...required.map((documentType) => item(documentType, true)),
    ...optional.map((documentType) => item(documentType, false)),
  ]
}
