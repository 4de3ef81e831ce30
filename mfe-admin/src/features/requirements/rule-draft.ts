import { RequirementRule, checkRequirements, localizeOnScreen } from '@portal/contract'
import type { Field, LibraryCondition, PermitLibrary } from '@portal/contract'
import { readRows, toRows } from '../../parts/condition-rows.ts'
import type { ConditionRow, RowProblems } from '../../parts/condition-rows.ts'
import { linesOf } from '../../parts/lines.ts'
import { readAmountDraft, toAmountDraft } from './amount-draft.ts'
import type { AmountDraft, AmountProblems } from './amount-draft.ts'
import { t } from './texts.ts'

type Plain = Pick<
  RequirementRule,
  'authority' | 'permitType' | 'required' | 'optional' | 'conditions' | 'fees'
>

/** A rule as it is being edited: numbers and names as they are typed. */
export interface RuleDraft extends Plain {
  rows: readonly ConditionRow[]
  amounts: readonly AmountDraft[]
  /** One name per line. */
  departments: string
  expectedDays: string
}

/** What is wrong with a draft, by its inputs. */
export interface RuleProblems {
  rows: readonly RowProblems[]
  amounts: Readonly<Record<string, AmountProblems>>
  departments: string | null
  expectedDays: string | null
}

export const noProblems: RuleProblems = { rows: [], amounts: {}, departments: null, expectedDays: null }

export const emptyRuleDraft: RuleDraft = {
  authority: null,
  permitType: null,
  required: [],
  optional: [],
  conditions: [],
  fees: [],
  rows: [],
  amounts: [],
  departments: '',
  expectedDays: '',
}

type Fields = ReadonlyMap<string, Field>

export function toRuleDraft(
  { when = {}, amounts = [], departments = [], expectedDays, ...plain }: RequirementRule,
  fields: Fields,
  currency: string,
): RuleDraft {
  return {
    ...plain,
    rows: toRows(when, fields, currency),
    amounts: amounts.map((amount) => toAmountDraft(amount, fields, currency)),
    departments: departments.join('\n'),
    expectedDays: expectedDays === undefined ? '' : String(expectedDays),
  }
}

/** The rule that was typed, null while something is wrong with it, and what is wrong. */
export function readRuleDraft(
  { rows, amounts, departments, expectedDays, ...plain }: RuleDraft,
  fields: Fields,
  currency: string,
): { rule: RequirementRule | null; problems: RuleProblems } {
  const { condition, problems: rowProblems } = readRows(rows, fields, currency)
  const read = amounts.map((amount) => ({ fee: amount.fee, ...readAmountDraft(amount, fields, currency) }))
  const names = linesOf(departments)
  const days = expectedDays === '' ? undefined : Number(expectedDays)
  const { shape } = RequirementRule
  const problems: RuleProblems = {
    rows: rowProblems,
    amounts: Object.fromEntries(read.map((each) => [each.fee, each.problems])),
    departments: shape.departments.safeParse(names).success ? null : t('departmentsWrong'),
    expectedDays: shape.expectedDays.safeParse(days).success ? null : t('daysWrong'),
  }
  const known = read.flatMap(({ amount }) => amount ?? [])
  if (condition === null || known.length < read.length) return { rule: null, problems }
  const parsed = RequirementRule.safeParse({
    ...plain,
    ...(rows.length > 0 && { when: condition }),
    ...(known.length > 0 && { amounts: known }),
    ...(names.length > 0 && { departments: names }),
    ...(days !== undefined && { expectedDays: days }),
  })
  return { rule: parsed.data ?? null, problems }
}

/** A problem without the path that it begins with. */
const withoutPath = (path: string, said: string) =>
  said.startsWith(`${path}: `) ? said.slice(path.length + 2) : said

/** What the check of requirements says of a rule: at its inputs, and as sentences where it is about none. */
export function checkRule(
  rule: RequirementRule,
  conditions: readonly LibraryCondition[],
  library: PermitLibrary,
): Pick<RuleProblems, 'amounts' | 'departments'> & { others: readonly string[] } {
  const found = checkRequirements(
    { rules: [rule], conditions: [...conditions], clientConditions: [] },
    library,
  )
  const amounts: Record<string, AmountProblems> = {}
  const others: string[] = []
  let departments: string | null = null
  for (const { path, detail } of found) {
    const said = withoutPath(path, localizeOnScreen(detail))
    const [, part, index] = /\.rules\.0\.(amounts|departments)\.(\d+)/.exec(path) ?? []
    const fee = part === 'amounts' ? rule.amounts?.[Number(index)]?.fee : undefined
    if (fee !== undefined) amounts[fee] = { steps: {}, all: said }
    else if (part === 'departments') departments = t('departmentTwice')
    else others.push(said)
  }
  return { amounts, departments, others }
}
