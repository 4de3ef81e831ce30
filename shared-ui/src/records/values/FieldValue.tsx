import { useAtomValue } from 'jotai'
import { Instant, LocalDate, labelOfCode, formatRecurrence } from '@portal/contract'
import type { Field } from '@portal/contract'
import {
  explainDay,
  dateTimeTooltip,
  formatDay,
  formatDateTime,
  formatMomentDay,
} from '../../format/dates.ts'
import { formatDuration } from '../../format/durations.ts'
import { formatAmount, formatMoney, formatNumber } from '../../format/numbers.ts'
import { StatusChip } from '../../icons/StatusChip.tsx'
import { currencyAtom } from '../../portal/configuration.ts'
import { ExpiryMark } from './ExpiryMark.tsx'
import { optionOf } from '../declaration/record-title.ts'
import { t } from '../texts.ts'
import { PersonNames } from './PersonNames.lazy.tsx'

function isReference(value: unknown): value is { pid: string; title: string } {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string'
}

/** The label of a code; any other text unchanged. */
const inWords = (value: unknown) =>
  typeof value !== 'string' ? '' : /^[A-Z][A-Z_]+$/.test(value) ? labelOfCode(value) : value

/** One member of a list: the label of its code, or a summary such as `Site plan, rejected, not signed`. */
function memberText(declared: Field, member: unknown): string {
  if (isReference(member)) return member.title
  if (typeof member !== 'object' || member === null)
    return optionOf(declared, member)?.label ?? String(member)
  const words = (declared.told ?? [])
    .map((name) => inWords(Reflect.get(member, name)))
    .filter((each) => each !== '')
  return words.length === 0 ? JSON.stringify(member) : words.join(', ')
}

/** The text of a value that is not rendered as a chip or link; empty text for an empty value. */
export function plainText(declared: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isReference(value)) return value.title
  if (Array.isArray(value))
    return value
      .map((each: unknown) => memberText(declared, each))
      .join(declared.told === undefined ? ', ' : '\n')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number')
    return declared.duration === true ? formatDuration(value) : formatNumber(value)
  if (typeof value === 'object') return JSON.stringify(value)
  if (declared.isRecurrence === true && typeof value === 'string') return formatRecurrence(value) ?? value
  return optionOf(declared, value)?.label ?? (typeof value === 'string' ? value : '')
}

export interface FieldValueProps {
  declared: Field
  value: unknown
  /** In a table: one line, amounts without currency, moments as days. */
  inTable?: boolean
}

/** A field's value, formatted. Renders nothing for an empty value. */
export function FieldValue({ declared, value, inTable = false }: FieldValueProps) {
  if (value === null || value === undefined || value === '') return null
  if (declared.type === 'money' && typeof value === 'number')
    return <Amount minorUnits={value} inTable={inTable} />
  if (declared.type === 'date' && typeof value === 'string') {
    if (!LocalDate.safeParse(value).success) return <NotValid value={value} />
    const day = (
      <time dateTime={value} title={explainDay(value)}>
        {formatDay(value)}
      </time>
    )
    if (declared.expires !== true) return day
    return (
      <>
        {day}
        <ExpiryMark day={value} />
      </>
    )
  }
  if (declared.type === 'datetime' && typeof value === 'string') {
    if (!Instant.safeParse(value).success) return <NotValid value={value} />
    return (
      <time dateTime={value} title={dateTimeTooltip(value)}>
        {inTable ? formatMomentDay(value) : formatDateTime(value)}
      </time>
    )
  }
  if (
    declared.type === 'list' &&
    declared.staff === true &&
    Array.isArray(value) &&
    value.every((each) => typeof each === 'string')
  ) {
    return <PersonNames pids={value} />
  }
  const option = optionOf(declared, value)
  if (option?.colour !== undefined) {
    return (
      <StatusChip
        label={option.label}
        colour={option.colour}
        {...(option.symbol !== undefined && { symbol: option.symbol })}
      />
    )
  }
  const text = plainText(declared, value)
  return inTable ? <span title={text}>{text}</span> : text
}

/**
 * An invalid stored date, for example from an import by an earlier release. The server treats it as empty.
 */
function NotValid({ value }: { value: string }) {
  const text = t('notValid', { value })
  return <span title={text}>{text}</span>
}

function Amount({ minorUnits, inTable }: { minorUnits: number; inTable: boolean }) {
  const currency = useAtomValue(currencyAtom)
  return (
    <span title={formatMoney(minorUnits, currency)}>
      {inTable ? formatAmount(minorUnits, currency) : formatMoney(minorUnits, currency)}
    </span>
  )
}
