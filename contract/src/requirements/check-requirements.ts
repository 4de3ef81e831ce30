import { seedLibrary } from '../permit-library/permit-library.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'
import type { MapProblem } from '../permits/status-map-check.ts'
import { phrase } from '../sentence.ts'
import { rulePartProblems } from './check-rule-parts.ts'
import type { LibraryCondition, RequirementChange, RequirementRule, Requirements } from './requirements.ts'
import { conditionKey, orderedCondition } from './rule-condition.ts'
import { ruleFields } from './rule-fields.ts'

/** A rule is known by the authority and the permit type it is for, and by its condition. */
export const ruleKey = ({
  authority,
  permitType,
  when,
}: Pick<RequirementRule, 'authority' | 'permitType' | 'when'>): string =>
  `${authority ?? '*'} ${permitType ?? '*'} ${conditionKey(when)}`.trimEnd()

/** The places of the items whose key an earlier item has. */
function repeated<Item>(items: readonly Item[], keyOf: (item: Item) => string): number[] {
  const keys = items.map(keyOf)
  return keys.flatMap((key, at) => (keys.indexOf(key) < at ? [at] : []))
}

/**
 * Every reason why these requirements cannot be used: two rules for the same authority, type and condition,
 * permit types, document types, fees and fields that the library does not have, two conditions with one code,
 * and codes of conditions that are not there. Retired ones count, since open permits may have them.
 */
export function checkRequirements(
  { rules, conditions, clientConditions }: Requirements,
  library: PermitLibrary = seedLibrary,
): MapProblem[] {
  const fields = ruleFields(library)
  const known = new Set(conditions.map(({ code }) => code))
  const documents = new Set(library.documentTypes.map(({ code }) => code))
  const unknownDocuments = (at: number, list: 'required' | 'optional', codes: readonly string[]) =>
    codes
      .filter((code) => !documents.has(code))
      .map((code): MapProblem => ({
        path: `body.requirements.rules.${at}.${list}`,
        code: 'unknown',
        detail: phrase('There is no document type with the code {{code}}.', { code }),
      }))
  const fees = new Set(library.fees.map(({ code }) => code))
  const unknownFees = (at: number, codes: readonly string[]) =>
    codes
      .filter((code) => !fees.has(code))
      .map((code): MapProblem => ({
        path: `body.requirements.rules.${at}.fees`,
        code: 'unknown',
        detail: phrase('There is no fee with the code {{code}}.', { code }),
      }))
  const unknownCondition = (path: string, code: string): MapProblem[] =>
    known.has(code)
      ? []
      : [{ path, code: 'unknown', detail: phrase('There is no condition with the code {{code}}.', { code }) }]
  return [
    ...repeated(rules, ruleKey).map((at): MapProblem => ({
      path: `body.requirements.rules.${at}`,
      code: 'repeated',
      detail:
        conditionKey(rules[at]?.when) === ''
          ? 'Two rules are for the same agency and permit type.'
          : 'Two rules are for the same agency, permit type and condition.',
    })),
    ...rules.flatMap((rule, at) => {
      const { permitType, required, optional, conditions: asked, fees: offered } = rule
      return [
        ...(permitType === null || library.permitTypes.some(({ code }) => code === permitType)
          ? []
          : [
              {
                path: `body.requirements.rules.${at}.permitType`,
                code: 'unknown',
                detail: phrase('There is no permit type with the code {{code}}.', { code: permitType }),
              },
            ]),
        ...unknownDocuments(at, 'required', required),
        ...unknownDocuments(at, 'optional', optional),
        ...asked.flatMap((code) => unknownCondition(`body.requirements.rules.${at}.conditions`, code)),
        ...unknownFees(at, offered),
        ...rulePartProblems(fields, rule, `body.requirements.rules.${at}`),
      ]
    }),
    ...repeated(conditions, ({ code }) => code).map((at): MapProblem => ({
      path: `body.requirements.conditions.${at}.code`,
      code: 'repeated',
      detail: phrase('Two conditions have the code {{code}}.', { code: conditions[at]?.code ?? '' }),
    })),
    ...clientConditions.flatMap((code) => unknownCondition('body.requirements.clientConditions', code)),
  ]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The items that differ between two lists, those that are gone first. */
function differing<Item>(
  from: readonly Item[],
  to: readonly Item[],
  keyOf: (item: Item) => string,
): { from: Item | null; to: Item | null }[] {
  const before = new Map(from.map((item) => [keyOf(item), item]))
  const after = new Set(to.map(keyOf))
  return [
    ...from.filter((item) => !after.has(keyOf(item))).map((item) => ({ from: item, to: null })),
    ...to.flatMap((item) => {
      const known = before.get(keyOf(item)) ?? null
      return isSame(known, item) ? [] : [{ from: known, to: item }]
    }),
  ]
}

const sortedRule = (rule: RequirementRule): RequirementRule => ({
  authority: rule.authority,
  permitType: rule.permitType,
  required: rule.required.toSorted(),
  optional: rule.optional.toSorted(),
  conditions: rule.conditions.toSorted(),
  fees: rule.fees.toSorted(),
  ...(conditionKey(rule.when) !== '' && { when: orderedCondition(rule.when) }),
  ...(rule.amounts !== undefined &&
    rule.amounts.length > 0 && {
      amounts: rule.amounts.toSorted((a, other) => (a.fee < other.fee ? -1 : 1)),
    }),
  ...(rule.departments !== undefined &&
    rule.departments.length > 0 && { departments: rule.departments.toSorted() }),
  ...(rule.expectedDays !== undefined && { expectedDays: rule.expectedDays }),
})

/** Whether two rules ask the same. The order within them is no difference. */
export const isSameRule = (one: RequirementRule, other: RequirementRule): boolean =>
  isSame(sortedRule(one), sortedRule(other))

const plainCondition = ({ code, text, kind, severity }: LibraryCondition): LibraryCondition => ({
  code,
  text,
  kind,
  severity,
})

/** The differences between two versions, by rule and condition. The order within a rule is no difference. */
export function requirementChanges(from: Requirements, to: Requirements): RequirementChange[] {
  const clients = [from.clientConditions.toSorted(), to.clientConditions.toSorted()] as const
  return [
    ...differing(from.rules.map(sortedRule), to.rules.map(sortedRule), ruleKey).map(
      (change): RequirementChange => ({ part: 'rule', ...change }),
    ),
    ...differing(
      from.conditions.map(plainCondition),
      to.conditions.map(plainCondition),
      ({ code }) => code,
    ).map((change): RequirementChange => ({ part: 'condition', ...change })),
    ...(isSame(...clients)
      ? []
      : [{ part: 'clientConditions' as const, from: [...clients[0]], to: [...clients[1]] }]),
  ]
}
