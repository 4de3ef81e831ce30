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

const isSameAmount = (one: PermitRequirements, other: PermitRequirements, fee: string): boolean => {
  const amountIn = ({ amounts }: PermitRequirements) => amounts.find((amount) => amount.fee === fee)
  return JSON.stringify(amountIn(one)) === JSON.stringify(amountIn(other))
}

const listDifferences = (from: readonly string[], to: readonly string[]) => ({
  added: to.filter((item) => !from.includes(item)),
  dropped: from.filter((item) => !to.includes(item)),
})

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
      ...listDifferences(from.fees, to.fees),
      changed: to.fees.filter((code) => from.fees.includes(code) && !isSameAmount(from, to, code)),
    },
    departments: listDifferences(from.departments, to.departments),
    ...(from.expectedDays !== to.expectedDays && {
      expectedDays: { from: from.expectedDays, to: to.expectedDays },
    }),
  }
}

/** Whether two versions ask the same of a permit. */
export const isWithoutDifference = ({
  documents,
  conditions,
  fees,
  departments,
  expectedDays,
}: RequirementDifferences): boolean =>
  [
    documents,
    conditions,
    fees.added,
    fees.dropped,
    fees.changed,
    departments?.added,
    departments?.dropped,
  ].every((list = []) => list.length === 0) && expectedDays === undefined
