import { addDays, dayIn } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { missingForDiscovery } from '@portal/contract/authority-feeds'
import type { FeedFields, FeedRunResult } from '@portal/contract/authority-feeds'
import { sql } from 'kysely'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { toStoredText } from '#platform/language/stored-message.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { CompanyQuery, FeedClient, FeedLimits, FeedReader } from '../dialects/feed-client.ts'
import { readerOf } from '../dialects/readers.ts'
import { FeedFault } from '../feed-fault.ts'
import { lastPastDay, speakingRows, toFeedRow } from '../feed-row.ts'
import type { FeedRow, RawRecord } from '../feed-row.ts'
import type { SourceRow } from '../source-rows.ts'
import { matchCompanies, queryOfName } from './company-name.ts'
import type { CompanyMatcher, NamedOrganization } from './company-name.ts'
import { listCompanies } from './companies.ts'
import { saveDiscovered } from './save-discovered.ts'
import type { FoundRow } from './save-discovered.ts'

/**
 * Only permits issued or applied for within this time count. Half a year holds what the office may still have
 * to work on; the whole past of a contractor is thousands of finished permits.
 */
const recentDays = 180
/** Bounds of one run. Organizations that are left come first in the next one. */
const maxCalls = 100
const maxRows = 20_000
const namesPerCall = 20
/** Rows of one call of names, in pages: a common word must not use up the run. */
const pagesPerCall = 5
/** Longer numbers are none, and a permit cannot have them. */
const maxNumberLength = 100
/** What the database does not store. */
const controls = /[\u0000-\u001f\ufffe\uffff]/

/** What a run discovered, as part of its result. */
export type Discovery = Pick<FeedRunResult, 'calls' | 'discovered' | 'discoveryProblem'>

/**
 * Whether a source looks for permits of clients in this run: once a day, and only where it has the columns.
 */
function isDiscoveryDue(source: SourceRow, now: Date): boolean {
  const { discovers, discovered_at: last, fields } = source
  if (!discovers || missingForDiscovery(fields) !== null) return false
  return last === null || last.toISOString().slice(0, 10) !== now.toISOString().slice(0, 10)
}

/** What a run looks for. */
export interface DiscoveryScope {
  fields: FeedFields
  since: LocalDate
  companies: readonly NamedOrganization[]
  match: CompanyMatcher
}

interface Search extends DiscoveryScope {
  reader: FeedReader
  client: FeedClient
}

/** The row of a record that names a client and is recent; null for any other. */
function toFound({ fields, since, match }: DiscoveryScope, record: RawRecord): FoundRow | null {
  const company = record[fields.client ?? '']
  // The row holds a part of a very long text, which may be the name of another company.
  const org = typeof company === 'string' ? match(company) : null
  if (org === null) return null
  const row = toFeedRow(fields, record)
  if (row === null || row.number.length > maxNumberLength || !isStorable(row)) return null
  const isRecent = [row.issuedDate, row.appliedDate].some((day) => day !== null && day >= since)
  return isRecent ? { ...row, org } : null
}

const isStorable = ({ number, status, link, client }: FeedRow): boolean =>
  [number, status, link ?? '', client ?? ''].every((text) => text.isWellFormed() && !controls.test(text))

interface Reading {
  found: FoundRow[]
  /** The last organization that was asked for; null when all of them were. */
  after: string | null
  problem: string | null
}

/** The organizations in the order in which they are asked for: after the one at which the last run ended. */
function inTurn(companies: readonly NamedOrganization[], after: string | null): NamedOrganization[] {
  const first = after === null ? 0 : companies.findIndex(({ org }) => org > after)
  return first <= 0 ? [...companies] : [...companies.slice(first), ...companies.slice(0, first)]
}

/** Reads the rows of some names. Returns false when there were more than the run reads. */
async function readNames(
  search: Search,
  query: CompanyQuery,
  found: FoundRow[],
): Promise<{ rows: number; isComplete: boolean }> {
  let [pages, rows] = [0, 0]
  for await (const page of search.reader.byCompanies?.(search.client, query) ?? []) {
    for (const record of page) {
      const row = toFound(search, record)
      if (row !== null) found.push(row)
    }
    pages += 1
    rows += page.length
    if (pages >= pagesPerCall) return { rows, isComplete: false }
  }
  return { rows, isComplete: true }
}

/** Asks the feed for the organizations, until it has been asked for all or a bound of the run is reached. */
async function askForCompanies(search: Search, after: string | null): Promise<Reading> {
  const asked = inTurn(search.companies, after).flatMap(({ org, name }) => {
    const query = queryOfName(name)
    return query === null ? [] : [{ org, query }]
  })
  const reading: Reading = { found: [], after, problem: null }
  let rows = 0
  try {
    for (let from = 0; from < asked.length; from += namesPerCall) {
      if (search.client.calls >= maxCalls || rows >= maxRows) return reading
      const part = asked.slice(from, from + namesPerCall)
      const names = part.map(({ query }) => query)
      const read = await readNames(search, { names, since: search.since }, reading.found)
      rows += read.rows
      if (!read.isComplete)
        reading.problem = toStoredText(
          'The feed has more rows of these clients than a run reads. The newest were read.',
        )
      reading.after = part.at(-1)?.org ?? null
    }
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error
    return { ...reading, problem: toStoredText(error.said) }
  }
  return { ...reading, after: null }
}

/** What a run of discovery looks for; null where none is due. */
export async function findDiscoveryScope(
  deps: DomainDeps,
  source: SourceRow,
): Promise<DiscoveryScope | null> {
  const now = deps.clock.now()
  if (!isDiscoveryDue(source, now)) return null
  const companies = await listCompanies(deps)
  const since = addDays(dayIn(await officeZone(deps), now), -recentDays)
  return { fields: source.fields, since, companies, match: matchCompanies(companies) }
}

/** Whether a record is one that discovery looks for. */
export const isFound = (scope: DiscoveryScope, record: RawRecord): boolean => toFound(scope, record) !== null

/**
 * Looks in a feed for recent permits that name a client of the office and that the portal does not have, and
 * stores those that are new. What was read before a fault counts. Source: decision 0137.
 */
export async function discover(
  deps: DomainDeps,
  source: SourceRow,
  scope: DiscoveryScope,
  {
    client,
    limits,
    records,
  }: { client: FeedClient; limits: FeedLimits; records?: readonly RawRecord[] | undefined },
): Promise<Discovery> {
  const reader = readerOf(source.dialect)
  // A file that did not change was not read.
  if (reader.byCompanies === undefined && records === undefined) return { calls: 0 }
  const now = deps.clock.now()
  const search: Search = { ...scope, reader, client }
  const reading: Reading =
    reader.byCompanies === undefined
      ? {
          found: (records ?? []).flatMap((record) => toFound(search, record) ?? []),
          after: null,
          problem: null,
        }
      : await askForCompanies(search, source.discovery_after)
  const speaking = speakingRows(reading.found, lastPastDay(await officeZone(deps), now))
  const found = reading.found.filter((row) => speaking.get(row.number) === row)
  const discovered = await saveDiscovered(deps, source, found, now)
  // A run that a server broke off looks again at once.
  const isDone = limits.signal?.aborted !== true
  await sql`update authority_sources set discovery_after = ${reading.after},
    discovered_at = ${isDone ? now : source.discovered_at}::timestamptz where pid = ${source.pid}`.execute(
    deps.database.kysely,
  )
  return {
    calls: client.calls,
    discovered,
    ...(reading.problem !== null && { discoveryProblem: reading.problem }),
  }
}
