import { LocalDate } from '@portal/contract'
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

/** Later days come after earlier ones; an unknown day comes first. */
const byDay = (a: LocalDate | null, b: LocalDate | null) => (a ?? '').localeCompare(b ?? '')

/** The order in which the rows of one number count: by the day of issue, then by the day of the status. */
export function compareRows(
  a: Pick<FeedRow, 'issuedDate' | 'statusDate'>,
  b: Pick<FeedRow, 'issuedDate' | 'statusDate'>,
): number {
  return byDay(a.issuedDate, b.issuedDate) || byDay(a.statusDate, b.statusDate)
}

/**
 * The row that speaks for each number: that with the latest day of issue, since an authority issues a number
 * anew and publishes old rows again. Of rows that contradict each other on the same days none speaks; of
 * those that agree the one that ends last does, whatever their order.
 */
export function speakingRows(rows: readonly FeedRow[]): ReadonlyMap<string, FeedRow> {
  const speaking = new Map<string, FeedRow>()
  const contradicted = new Set<string>()
  for (const row of rows) {
    const known = speaking.get(row.number)
    const order = known === undefined ? 1 : compareRows(row, known)
    if (order > 0) {
      speaking.set(row.number, row)
      contradicted.delete(row.number)
    } else if (order === 0 && known !== undefined) {
      if (foldStatus(known.status) !== foldStatus(row.status)) contradicted.add(row.number)
      else if (byDay(row.expiryDate, known.expiryDate) > 0) speaking.set(row.number, row)
    }
  }
  for (const number of contradicted) speaking.delete(number)
  return speaking
}
