import type { FeeAmount, RequirementChange, RequirementRule } from '@portal/contract'
import { formatMoney } from '@portal/shared-ui'
import type { LibraryLabels } from '@portal/shared-ui'
import { agencyName } from '../../parts/agencies.queries.ts'
import type { Agency } from '../../parts/agencies.queries.ts'
import { formatRuleCondition, labelOfField } from '../../parts/format-condition.ts'
import { formatFieldNumber } from '../../parts/typed-number.ts'
import { kindOf } from './amount-draft.ts'
import { t } from './texts.ts'
import type { RuleWords } from './use-rule-words.ts'

const agencyOrEvery = (agencies: readonly Agency[], code: string | null): string =>
  code === null ? t('everyAgency') : agencyName(agencies, code)
export const typeName = (code: string | null, { permitType }: LibraryLabels): string =>
  code === null ? t('everyType') : permitType(code)

type RuleCase = Pick<RequirementRule, 'authority' | 'permitType' | 'when'>

/** The names of what a rule is for; `when` is empty without a condition. */
export const namesOfRule = (
  agencies: readonly Agency[],
  { authority, permitType, when = {} }: RuleCase,
  words: RuleWords,
) => ({
  agency: agencyOrEvery(agencies, authority),
  type: typeName(permitType, words),
  when: formatRuleCondition(when, words),
})

/** What a rule is for, for example `Travis County, Sign, Valuation from $50,000.00`. */
export const ruleName = (agencies: readonly Agency[], rule: RuleCase, words: RuleWords): string =>
  Object.values(namesOfRule(agencies, rule, words))
    .filter((name) => name !== '')
    .join(', ')

export const documentNames = (codes: readonly string[], { documentType }: LibraryLabels): string =>
  codes.map(documentType).join(', ')
export const feeNames = (codes: readonly string[], { fee }: LibraryLabels): string =>
  codes.map(fee).join(', ')

/** How much a fee is, for example `$993.75 plus $5.60 for each $1,000.00, by Valuation`. */
export function formatFeeAmount({ by, steps }: FeeAmount, { fields, currency }: RuleWords): string {
  const [first] = steps
  if (first === undefined) return ''
  const base = formatMoney(first.base, currency)
  if (by === null) return base
  const field = labelOfField(by, fields.get(by))
  if (steps.length > 1) return t('amountInSteps', { field, count: steps.length })
  const { per, each } = first
  if (per === undefined || each === undefined) return base
  return t('amountPer', {
    base,
    per: formatMoney(per, currency),
    each: formatFieldNumber(each, kindOf(by, fields), currency),
    field,
  })
}

/** The fees that a rule offers, with their amounts. */
export function feeLines({ fees, amounts = [] }: RequirementRule, words: RuleWords): string[] {
  const codes = [...new Set([...fees, ...amounts.map(({ fee }) => fee)])]
  return codes.map((code) => {
    const amount = amounts.find(({ fee }) => fee === code)
    const name = words.fee(code)
    return amount === undefined
      ? name
      : t('feeWithAmount', { fee: name, amount: formatFeeAmount(amount, words) })
  })
}

/** Who reviews, and how many days the agency states. */
export const reviewLines = ({ departments = [], expectedDays }: RequirementRule): string[] => [
  ...departments,
  ...(expectedDays === undefined ? [] : [t('statedDays', { count: expectedDays })]),
]

const ruleParts = [
  'required',
  'optional',
  'conditions',
  'fees',
  'amounts',
  'departments',
  'expectedDays',
] as const

/** The parts in which two versions of a rule differ. */
const partsChanged = (from: RequirementRule, to: RequirementRule): string =>
  ruleParts
    .filter((part) => JSON.stringify(from[part]) !== JSON.stringify(to[part]))
    .map((part) => t(`part_${part}`))
    .join(', ')

function whatChanged(agencies: readonly Agency[], change: RequirementChange, words: RuleWords): string {
  if (change.part === 'clientConditions') return t('changeClients')
  if (change.part === 'condition')
    return t('changeCondition', { code: (change.to ?? change.from)?.code ?? '' })
  const rule = change.to ?? change.from
  return rule === null ? '' : t('changeRule', { rule: ruleName(agencies, rule, words) })
}

/** A difference between two versions as a sentence. */
export function formatChange(
  agencies: readonly Agency[],
  change: RequirementChange,
  words: RuleWords,
): string {
  const what = whatChanged(agencies, change, words)
  if (change.from === null) return t('change_added', { what })
  if (change.to === null) return t('change_removed', { what })
  const parts = change.part === 'rule' ? partsChanged(change.from, change.to) : ''
  return parts === '' ? t('change_changed', { what }) : t('change_parts', { what, parts })
}
