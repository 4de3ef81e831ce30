import { LocalDate, addDays, dayIn } from '@portal/contract'
import type { TimeZone } from '@portal/contract'
import { foldNumber, foldStatus } from '@portal/contract/authority-feeds'
import type { FeedFields } from '@portal/contract/authority-feeds'

/** A row of a feed, in the words of the portal. Dates are calendar days as the authority wrote them. */
export interface FeedRow {
  /** The full number as it is compared. */
  number: string
  status: string
  statusDate: LocalDate | null
  issuedDate: LocalDate | null
  expiryDate: LocalDate | null
  appliedDate: LocalDate | null
  link: string | null
  client: string | null
  /** The columns of the source as they were; true for a value that is no text, number or boolean. */
  raw: Record<string, string | number | boolean | null>
}

/** A record as a feed sends it. */
export type RawRecord = Readonly<Record<string, unknown>>

const maxTextLength = 500

/** PostgreSQL keeps neither a NUL nor half of a character, which the cut may leave. */
const storable = (text: string) => text.replaceAll('\u0000', '').slice(0, maxTextLength).toWellFormed()

function textOf(value: unknown): string {
  if (typeof value === 'string') return storable(value.trim())
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The day of a time in milliseconds since 1970. */
function dayOfTime(ms: number): LocalDate | null {
  const at = new Date(ms)
  return Number.isNaN(at.getTime()) ? null : knownDay(at.toISOString().slice(0, 10))
}

/** Milliseconds since 1970 in a file, from 1973 on. */
const timeInText = /^\d{12,13}$/

/**
 * A date in the forms of the known feeds: year, month and day with hyphens, with slashes or with nothing
 * between, with or without a time; MM/DD/YYYY; milliseconds since 1970.
 */
export function feedDate(value: unknown): LocalDate | null {
  const text = textOf(value)
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (compact !== null) return knownDay(compact.slice(1).join('-'))
  if (typeof value === 'number') return dayOfTime(value)
  if (timeInText.test(text)) return dayOfTime(Number(text))
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s|$)/.exec(text)
  if (american !== null) {
    const [, month = '', day = '', year = ''] = american
    return knownDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  return knownDay(text.slice(0, 10).replaceAll('/', '-'))
}

const knownDay = (text: string): LocalDate | null => LocalDate.safeParse(text).data ?? null

/** A web address; SODA sends some as `{ url }`. Nothing else becomes a link. */
function linkOf(value: unknown): string | null {
  const text =
    typeof value === 'object' && value !== null && 'url' in value ? textOf(value.url) : textOf(value)
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null
}

function rawOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return storable(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return value === null || value === undefined ? null : true
}

/** The number of a record as it is compared; empty where it names no permit. */
export const feedNumberOf = ({ number }: Pick<FeedFields, 'number'>, record: RawRecord): string =>
  foldNumber(textOf(record[number]))

/** The row of a record; null where it names no permit. */
export function toFeedRow(fields: FeedFields, record: RawRecord): FeedRow | null {
  const value = (column: string | undefined) => (column === undefined ? undefined : record[column])
  const number = feedNumberOf(fields, record)
  if (number === '') return null
  const columns = Object.values(fields).filter((column) => column !== undefined)
  return {
    number,
    status: textOf(value(fields.status)),
    statusDate: feedDate(value(fields.statusDate)),
    issuedDate: feedDate(value(fields.issuedDate)),
    expiryDate: feedDate(value(fields.expiryDate)),
    appliedDate: feedDate(value(fields.appliedDate)),
    link: linkOf(value(fields.link)),
    client: textOf(value(fields.client)) || null,
    raw: Object.fromEntries(columns.map((column) => [column, rawOf(record[column])])),
  }
}

/**
 * The last day on which something can have happened, as of `now`: tomorrow in the zone of the office, since
 * agencies are in other zones. What a feed dates later is a mistake, or still to come.
 */
export const lastPastDay = (zone: TimeZone, now: Date): LocalDate => addDays(dayIn(zone, now), 1)

/** Whether the day of a status is still to come. It does not count until then. */
export const isAhead = ({ statusDate }: Pick<FeedRow, 'statusDate'>, lastDay: LocalDate): boolean =>
  statusDate !== null && statusDate > lastDay

/** Later days come after earlier ones; an unknown day comes first. */
const byDay = (a: LocalDate | null, b: LocalDate | null) => (a ?? '').localeCompare(b ?? '')

type Dated = Pick<FeedRow, 'issuedDate' | 'statusDate'>

/**
 * The order in which the rows of one number count: by the day of issue, then by the day of the status. An
 * unknown day comes first, and so does one that is still to come: a row of the year 2999 would outrank all
 * that follow it.
 */
export function compareRows(a: Dated, b: Dated, lastDay: LocalDate): number {
  const known = (day: LocalDate | null) => (day !== null && day > lastDay ? null : day)
  return byDay(known(a.issuedDate), known(b.issuedDate)) || byDay(known(a.statusDate), known(b.statusDate))
}

/**
 * The order of rows that agree on their status, and on all days that are not still to come: by the day on
 * which they end; then those with earlier days outrank those with later ones.
 */
const compareAgreeing = (a: FeedRow, b: FeedRow): number =>
  byDay(a.expiryDate, b.expiryDate) || byDay(b.issuedDate, a.issuedDate) || byDay(b.statusDate, a.statusDate)

/**
 * The row that speaks for each number: that with the latest day of issue, since an authority issues a number
 * anew and publishes old rows again. Of rows that contradict each other on the same days none speaks; of
 * those that agree the one that ends last does, whatever their order.
 */
export function speakingRows(rows: readonly FeedRow[], lastDay: LocalDate): ReadonlyMap<string, FeedRow> {
  const speaking = new Map<string, FeedRow>()
  const contradicted = new Set<string>()
  for (const row of rows) {
    const known = speaking.get(row.number)
    const order = known === undefined ? 1 : compareRows(row, known, lastDay)
    if (order > 0) {
      speaking.set(row.number, row)
      contradicted.delete(row.number)
    } else if (order === 0 && known !== undefined) {
      if (foldStatus(known.status) !== foldStatus(row.status)) contradicted.add(row.number)
      else if (compareAgreeing(row, known) > 0) speaking.set(row.number, row)
    }
  }
  for (const number of contradicted) speaking.delete(number)
  return speaking
}
