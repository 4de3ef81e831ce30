import { z } from 'zod'
import type { LibraryCondition, PermitRequirements } from './requirements.ts'

/** Whether a document has to be, or may be, part of a package; null when it is not asked for. */
const Need = z.enum(['REQUIRED', 'OPTIONAL']).nullable()
type Need = z.infer<typeof Need>

/** What differs for one permit between two versions of the requirements. */
export const RequirementDifferences = z.object({
  documents: z.array(z.object({ documentType: z.string(), from: Need, to: Need })),
  /** `text` is that of the later version, or of the former one for a condition that is no longer there. */
  conditions: z.array(
    z.object({ code: z.string(), change: z.enum(['added', 'dropped', 'changed']), text: z.string() }),
  ),
  fees: z.object({ added: z.array(z.string()), dropped: z.array(z.string()) }),
})
export type RequirementDifferences = z.infer<typeof RequirementDifferences>

/** The documents that a version asks for. */
export type Documents = Pick<PermitRequirements, 'required' | 'optional'>

/** What a version asks for a document. */
export function needOf({ required, optional }: Documents, documentType: string): Need {
  if (required.includes(documentType)) return 'REQUIRED'
  return optional.includes(documentType) ? 'OPTIONAL' : null
}

const isSameCondition = (one: LibraryCondition, other: LibraryCondition): boolean =>
  one.text === other.text && one.kind === other.kind && one.severity === other.severity

function conditionsThatDiffer(
  from: readonly LibraryCondition[],
  to: readonly LibraryCondition[],
): RequirementDifferences['conditions'] {
  const before = new Map(from.map((condition) => [condition.code, condition]))
  const after = new Set(to.map(({ code }) => code))
  const change = (
    kind: RequirementDifferences['conditions'][number]['change'],
    { code, text }: LibraryCondition,
  ) => ({ code, change: kind, text })
  return [
    ...from.filter(({ code }) => !after.has(code)).map((condition) => change('dropped', condition)),
    ...to.flatMap((condition) => {
      const known = before.get(condition.code)
      if (known === undefined) return [change('added', condition)]
      return isSameCondition(known, condition) ? [] : [change('changed', condition)]
    }),
  ]
}

/** What a permit would need that it does not need now, and the reverse. Order is no difference. */
export function requirementDifferences(
  from: PermitRequirements,
  to: PermitRequirements,
): RequirementDifferences {
  const types = [...new Set([...to.required, ...to.optional, ...from.required, ...from.optional])]
  return {
    documents: types.flatMap((documentType) => {
      const change = { documentType, from: needOf(from, documentType), to: needOf(to, documentType) }
      return change.from === change.to ? [] : [change]
    }),
    conditions: conditionsThatDiffer(from.conditions, to.conditions),
    fees: {
      added: to.fees.filter((code) => !from.fees.includes(code)),
      dropped: from.fees.filter((code) => !to.fees.includes(code)),
    },
  }
}

/** Whether two versions ask the same of a permit. */
export const isWithoutDifference = ({ documents, conditions, fees }: RequirementDifferences): boolean =>
  documents.length + conditions.length + fees.added.length + fees.dropped.length === 0
