import type {
  DocumentNeed,
  LibraryCondition,
  PermitRequirements,
  RequirementDifferences,
} from './requirements.ts'

/** The documents that a version asks for. */
export type Documents = Pick<PermitRequirements, 'required' | 'optional'>

/** What a version asks for a document. */
export function needOf({ required, optional }: Documents, documentType: string): DocumentNeed {
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
