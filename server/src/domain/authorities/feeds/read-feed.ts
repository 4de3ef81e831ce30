import { isDry } from '@portal/contract/authority-brakes'
import { foldNumber } from '@portal/contract/authority-feeds'
import type { FeedFields } from '@portal/contract/authority-feeds'
import { numbersPerCall } from './dialects/feed-client.ts'
import type {
  FeedAddress,
  FeedClient,
  FeedHead,
  FeedLimits,
  FeedReader,
  IsWanted,
  KnownHead,
} from './dialects/feed-client.ts'
import { boundedPages } from './dialects/bounded-pages.ts'
import { readerOf } from './dialects/readers.ts'
import { dryFeed, missingColumn, skewedClock } from './feed-fault.ts'
import { feedNumberOf, toFeedRow } from './feed-row.ts'
import type { FeedRow, RawRecord } from './feed-row.ts'

/** Why a number is asked for. */
export interface WatchedNumber {
  number: string
  /** The number as it was typed. */
  typed: string
  /** The feed had it when it was last asked for. */
  isKnown: boolean
  /** No run has asked for it yet. */
  isNew: boolean
  /** One run did not find it, so it is asked for once more. */
  isMissingOnce: boolean
}

export interface ReadingTask {
  feed: FeedAddress
  limits: FeedLimits
  known: KnownHead
  now: Date
  /** Every number is asked for, even if the feed can say what changed. */
  everything: boolean
  watched: readonly WatchedNumber[]
  /** Rows that are needed beside those of the watched numbers, where all rows are read. */
  isAlsoWanted: IsWanted
  /** The columns of the source in which the feed had values before. */
  filledColumns: () => Promise<ReadonlySet<string>>
}

/** What a run read. */
export interface FeedReading {
  head: FeedHead
  rows: readonly FeedRow[]
  /** The numbers that were asked for by name: those without a row are missing. */
  asked: ReadonlySet<string>
  /** Every watched number was asked for. */
  isComplete: boolean
}

/** Clocks of servers differ by less. */
const clockToleranceMs = 60 * 60_000
/** From this many records on, a column that none of them has is missing and not just empty. */
const enoughRecords = 20

function checkClock(at: Date | null, now: Date): void {
  if (at !== null && at.getTime() > now.getTime() + clockToleranceMs) throw skewedClock(at)
}

const columnsIn = (fields: FeedFields): string[] =>
  Object.values(fields).filter((column) => column !== undefined)

/** Throws for a column of the source that is not among those that the feed names. */
function checkNamedColumns({ feed: { fields } }: ReadingTask, { columns }: FeedHead): void {
  const gone = columns === null ? undefined : columnsIn(fields).find((column) => !columns.includes(column))
  if (gone !== undefined) throw missingColumn(gone)
}

/**
 * Throws for a column of the source that the records do not have. Some feeds leave out empty cells and name
 * no columns: there, a column is gone that had values before and is in none of many records.
 */
async function checkColumns(
  { feed: { fields }, filledColumns }: ReadingTask,
  records: readonly RawRecord[],
): Promise<void> {
  if (records.length === 0) return
  const filled = records.length >= enoughRecords ? [...(await filledColumns())] : []
  const needed = [
    fields.number,
    fields.status,
    ...columnsIn(fields).filter((column) => filled.includes(column)),
  ]
  const gone = needed.find((column) => !records.some((record) => Object.hasOwn(record, column)))
  if (gone !== undefined) throw missingColumn(gone)
}

/** Throws for a feed in which the permits that it had are suddenly missing. */
function checkDry(
  watched: readonly WatchedNumber[],
  asked: ReadonlySet<string>,
  rows: readonly FeedRow[],
): void {
  const found = new Set(rows.map(({ number }) => number))
  const known = watched.filter(({ number, isKnown }) => isKnown && asked.has(number))
  const missing = known.filter(({ number }) => !found.has(number)).length
  if (isDry(known.length, missing)) throw dryFeed(known.length, known.length - missing)
}

/**
 * Reads pages to their end. Of the first one all records are kept, since they say which columns there are; of
 * the others only those of these numbers.
 */
async function readPages(
  { feed: { fields } }: FeedClient,
  pages: AsyncIterable<readonly RawRecord[]>,
  numbers: ReadonlySet<string>,
): Promise<RawRecord[]> {
  const records: RawRecord[] = []
  let isFirst = true
  for await (const page of boundedPages(pages)) {
    for (const record of page) if (isFirst || numbers.has(feedNumberOf(fields, record))) records.push(record)
    isFirst = false
  }
  return records
}

/**
 * The rows of these numbers, which services compare letter by letter; null from a feed that answers with
 * others, so it does not look for numbers.
 */
async function readNumbers(
  client: FeedClient,
  reader: FeedReader,
  watched: readonly WatchedNumber[],
): Promise<RawRecord[] | null> {
  const numbers = [...new Set(watched.flatMap(({ number, typed }) => [number, typed]))]
  const records: RawRecord[] = []
  for (let from = 0; from < numbers.length; from += numbersPerCall) {
    const part = numbers.slice(from, from + numbersPerCall)
    const wanted = new Set(['', ...part.map(foldNumber)])
    for await (const page of boundedPages(reader.byNumbers(client, part)))
      for (const record of page) {
        if (wanted.has(feedNumberOf(client.feed.fields, record))) records.push(record)
        else if (reader.pages !== undefined) return null
      }
  }
  return records
}

/** The rows of these numbers. A feed that does not look for numbers is read whole. */
async function askFor(
  client: FeedClient,
  reader: FeedReader,
  watched: readonly WatchedNumber[],
): Promise<readonly RawRecord[]> {
  const records = await readNumbers(client, reader, watched)
  if (records !== null || reader.pages === undefined) return records ?? []
  return readPages(client, reader.pages(client), new Set(watched.map(({ number }) => number)))
}

/**
 * Reads what is new in a feed, without writing anything. One call says whether there is anything new. Throws
 * FeedFault when the feed cannot be read to its end, or when what it says cannot be right.
 */
export async function readAuthorityFeed(client: FeedClient, task: ReadingTask): Promise<FeedReading> {
  const { known, watched, feed } = task
  const reader = readerOf(feed.dialect)
  const hasNew = watched.some(({ isNew }) => isNew)
  const mayBeUnchanged = !task.everything && !hasNew
  const watchedNumbers = new Set(watched.map(({ number }) => number))
  const head = await reader.head(
    client,
    // Without what is known, the feed answers with its rows and never that it did not change.
    mayBeUnchanged ? known : { etag: null, newest: null },
    (record) => watchedNumbers.has(feedNumberOf(feed.fields, record)) || task.isAlsoWanted(record),
  )
  const isSame = head.etag === null && head.newest !== null && head.newest === known.newest
  if (mayBeUnchanged && (head.isUnchanged || isSame))
    return { head: { ...head, isUnchanged: true }, rows: [], asked: new Set(), isComplete: false }
  checkClock(head.refreshedAt, task.now)
  if (head.isEmpty) throw dryFeed(0, 0)
  checkNamedColumns(task, head)
  const bySince =
    !task.everything && reader.since !== undefined && known.newest !== null && head.newest !== known.newest
      ? reader.since
      : null
  const asking =
    bySince === null ? watched : watched.filter(({ isNew, isMissingOnce }) => isNew || isMissingOnce)
  const changed =
    bySince === null || known.newest === null
      ? []
      : await readPages(client, bySince(client, known.newest), watchedNumbers)
  const records = [...changed, ...(head.records ?? (await askFor(client, reader, asking)))]
  await checkColumns(task, records)
  const rows = records.flatMap((record) => toFeedRow(feed.fields, record) ?? [])
  const asked = new Set(asking.map(({ number }) => number))
  checkDry(asking, asked, rows)
  return { head: { ...head, isUnchanged: false }, rows, asked, isComplete: bySince === null }
}
