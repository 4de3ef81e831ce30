import { me, readSpan, referredBy, relativePeriods } from '@portal/contract'
import type { DaySpan, Field } from '@portal/contract'
import { formatDay, formatDateTime } from '../../format/dates.ts'
import { formatMoney, formatNumber } from '../../format/numbers.ts'
import { optionOf } from '../declaration/record-title.ts'
import type { Condition, FilterValue } from './filter-tree.ts'
import { takesNoValue } from './filter-tree.ts'
import { isRemovedOption } from './removed-options.ts'
import { operatorLabel, t } from './texts.ts'

export interface ConditionFormatOptions {
  currency: string
  /** Titles of references, by pid; those not known yet are counted. */
  titles: ReadonlyMap<string, string>
}

const isDate = (declared: Field) => declared.type === 'date' || declared.type === 'datetime'

/** Days as a condition says them; what is longer ago brings its verb along. */
function spanWords(verb: string, { kind, days }: DaySpan): string {
  return kind === 'over' ? t('overDays', { count: days }) : `${verb} ${t(`${kind}Days`, { count: days })}`
}

function formatFilterValue(
  value: FilterValue,
  declared: Field,
  { currency, titles }: ConditionFormatOptions,
): string | null {
  if (value === null) return t('empty')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number')
    return declared.type === 'money' ? formatMoney(value, currency) : formatNumber(value)
  if (referredBy(declared) === 'users' && value === me) return t('me')
  if (referredBy(declared) !== undefined) return titles.get(value) ?? null
  if (declared.type === 'date') return formatDay(value)
  if (declared.type === 'datetime') return value.includes('T') ? formatDateTime(value) : formatDay(value)
  return optionOf(declared, value)?.label ?? (isRemovedOption(declared, value) ? t('gone', { value }) : value)
}

/** Does it ask for the records of whoever looks, and of nobody else? */
export function isOfMe({ operator, value }: Condition, declared: Field): boolean {
  const values = Array.isArray(value) ? value : [value]
  return (
    referredBy(declared) === 'users' &&
    (operator === 'eq' || operator === 'in') &&
    values.length === 1 &&
    values[0] === me
  )
}

/** A condition as a sentence without its subject: `is any of New, Draft`, `is within the next 30 days`. */
export function formatCondition(
  { operator, value }: Condition,
  declared: Field,
  options: ConditionFormatOptions,
): string {
  const verb = operatorLabel(operator, isDate(declared))
  if (takesNoValue(operator)) return verb
  if (operator === 'within') {
    const word = relativePeriods.find((known) => known === value)
    const span = readSpan(value)
    if (word === undefined) return span === null ? `${verb} ${String(value)}` : spanWords(verb, span)
    return word === 'overdue' || word === 'today' ? `${t('equals')} ${t(word)}` : `${verb} ${t(word)}`
  }
  const values = Array.isArray(value) ? value : [value ?? null]
  const known = values.slice(0, 3).map((value: FilterValue) => formatFilterValue(value, declared, options))
  if (operator === 'between') return `${verb} ${known.join(` ${t('and')} `)}`
  const isTitled = known.every((each) => each !== null)
  const single =
    values.length === 1 && (operator === 'in' || operator === 'nin')
      ? operator === 'in'
        ? t('equals')
        : t('differs')
      : verb
  if (!isTitled) return `${single} ${t('several', { count: values.length })}`
  return `${single} ${known.join(', ')}${values.length > 3 ? ` + ${values.length - 3}` : ''}`
}
