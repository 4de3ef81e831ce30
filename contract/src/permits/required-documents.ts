import type { ChecklistItem } from '../machines/packages.ts'

const requiredFor: Readonly<Record<string, readonly string[]>> = {
  BUILDING: ['APPLICATION_FORM', 'SITE_PLAN', 'FLOOR_PLAN', 'STRUCTURAL_PLAN', 'CONTRACTOR_LICENCE'],
  ELECTRICAL: ['APPLICATION_FORM', 'CONTRACTOR_LICENCE'],
  MECHANICAL: ['APPLICATION_FORM', 'CONTRACTOR_LICENCE', 'ENERGY_REPORT'],
  PLUMBING: ['APPLICATION_FORM', 'CONTRACTOR_LICENCE'],
  DRIVEWAY: ['APPLICATION_FORM', 'SITE_PLAN', 'INSURANCE_CERTIFICATE'],
}
const optional = ['OWNER_AUTHORIZATION', 'PHOTO']

/** Documents a submission of this permit type needs: every type needs the application form at least. Source: domain.md 1.9, contract.md 10.1. */
export function requiredDocuments(permitType: string): { required: readonly string[]; optional: readonly string[] } {
  return { required: requiredFor[permitType] ?? ['APPLICATION_FORM'], optional }
}

/** The checklist a new package begins with: nothing is there yet. */
export function newChecklist(permitType: string): ChecklistItem[] {
  const { required, optional: further } = requiredDocuments(permitType)
  const item = (documentType: string, isRequired: boolean): ChecklistItem => ({
    documentType,
    required: isRequired,
    state: 'MISSING',
    file: null,
    reason: null,
  })
  return [...required.map((each) => item(each, true)), ...further.map((each) => item(each, false))]
}
