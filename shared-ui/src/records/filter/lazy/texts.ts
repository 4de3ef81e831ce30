import type { Operator } from '@portal/contract'
import { registerTexts } from '../../../i18n/texts.ts'

/** The words of filters. */
export const t = registerTexts('record filters', {
  where: 'Where',
  and: 'and',
  or: 'or',
  none: 'Nothing is filtered. Add a condition.',
  add: 'Add condition',
  addGroup: 'Add group',
  clear: 'Clear filters',
  field: 'Field',
  operator: 'Operator',
  value: 'Value',
  from: 'From',
  to: 'To',
  match: 'Match',
  all: 'all',
  any: 'any',
  matchAll: 'All conditions',
  matchAny: 'Any condition',
  group: 'Group',
  removeCondition: 'Remove condition on {{label}}',
  removeGroup: 'Remove group',
  choose: 'Choose values',
  chooseOne: 'Choose',
  findValue: 'Find a value',
  gone: '{{value}} (no longer on offer)',
  noValues: 'No value is like that.',
  valuesFailed: 'The values could not be loaded.',
  tryAgain: 'Try again',
  chips: 'Filters',
  removeChip: 'Remove filter {{text}}',
  editChip: 'Edit filter {{text}}',
  clearChips: 'Clear',
  groupChip_one: '{{count}} condition in a group',
  groupChip_other: '{{count}} conditions in a group',
  empty: 'empty',
  yes: 'Yes',
  no: 'No',
  several_one: '{{count}} value',
  several_other: '{{count}} values',
  equals: 'is',
  differs: 'is not',
  oneOf: 'is any of',
  noneOf: 'is none of',
  above: 'is above',
  atLeast: 'is at least',
  below: 'is below',
  atMost: 'is at most',
  after: 'is after',
  onOrAfter: 'is on or after',
  before: 'is before',
  onOrBefore: 'is on or before',
  between: 'is between',
  contains: 'contains',
  startsWith: 'starts with',
  endsWith: 'ends with',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
  within: 'is within',
  today: 'today',
  last7days: 'the last 7 days',
  last30days: 'the last 30 days',
  thisMonth: 'this month',
  next30days: 'the next 30 days',
  overdue: 'overdue',
})

const words = {
  eq: 'equals',
  ne: 'differs',
  in: 'oneOf',
  nin: 'noneOf',
  gt: 'above',
  gte: 'atLeast',
  lt: 'below',
  lte: 'atMost',
  between: 'between',
  contains: 'contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  isEmpty: 'isEmpty',
  isNotEmpty: 'isNotEmpty',
  within: 'within',
} as const satisfies Record<Operator, string>

/** The words of an operator; dates come after and before, amounts are above and below. */
export function operatorWords(operator: Operator, isDate: boolean): string {
  if (isDate) {
    if (operator === 'gt') return t('after')
    if (operator === 'gte') return t('onOrAfter')
    if (operator === 'lt') return t('before')
    if (operator === 'lte') return t('onOrBefore')
  }
  return t(words[operator])
}
