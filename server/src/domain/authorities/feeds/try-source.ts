import { refusalOf } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { SourceTrial, foldStatus } from '@portal/contract/authority-feeds'
import type { SourceTrialResult } from '@portal/contract/authority-feeds'
import { localize } from '#platform/language/localize.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { FeedClient } from './dialects/feed-client.ts'
import type { FeedAddress } from './dialects/feed-client.ts'
import { readerOf } from './dialects/readers.ts'
import { FeedFault, missingColumn } from './feed-fault.ts'
import { toFeedRow } from './feed-row.ts'
import type { FeedRow, RawRecord } from './feed-row.ts'
import { feedOf } from './run-source.ts'
import { getSource } from './source-rows.ts'
import { checkSource, requireFeedAdministrator } from './sources.ts'

const timeoutMs = 15_000
const shownRows = 10

/** The feed of a trial. A source that is changed keeps its token unless another one is given. */
async function feedOfTrial(deps: DomainDeps, trial: SourceTrial): Promise<FeedAddress> {
  const { dialect, address, dataset = null, fields, token, source } = trial
  const stored = source === undefined || token ? null : await getSource(deps.database.kysely, source)
  // A stored token goes to its own host alone.
  const isSameHost = stored !== null && new URL(stored.address).origin === new URL(address).origin
  const kept = isSameHost ? feedOf(deps, stored).token : null
  return { dialect, address, dataset, fields, token: token ?? kept }
}

function statusesIn(rows: readonly FeedRow[]): { status: string; count: number }[] {
  const groups = Map.groupBy(rows, ({ status }) => foldStatus(status))
  return [...groups.values()]
    .map((group) => ({ status: group[0]?.status ?? '', count: group.length }))
    .toSorted((a, b) => b.count - a.count)
}

/** The first column of the source that none of the records has. */
function absentColumn({ fields }: FeedAddress, records: readonly RawRecord[]): string | undefined {
  const needed = [fields.number, fields.status]
  return needed.find((column) => !records.some((record) => Object.hasOwn(record, column)))
}

/**
 * `POST /authority-sources/try`: reads the first rows of a feed as a source would, and stores nothing. A feed
 * that cannot be read is no error of the call. Throws 403, 400 listing what is wrong.
 */
export async function trySource(deps: DomainDeps, actor: Actor, body: unknown): Promise<SourceTrialResult> {
  requireFeedAdministrator(actor)
  const parsed = SourceTrial.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  checkSource(deps, parsed.data)
  try {
    const feed = await feedOfTrial(deps, parsed.data)
    const client = new FeedClient(feed, { timeoutMs, allowPrivate: deps.environment.allowPrivateSources })
    const reader = readerOf(feed.dialect)
    const records = await reader.sample(client)
    const columns = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
      (column) => !column.startsWith(':'),
    )
    const rows = records.flatMap((record) => toFeedRow(feed.fields, record) ?? [])
    const gone = records.length === 0 ? undefined : absentColumn(feed, records)
    return {
      columns,
      rows: rows
        .slice(0, shownRows)
        .map(({ number, status, statusDate, issuedDate, expiryDate, link, client: named }) => ({
          number,
          status,
          statusDate,
          issuedDate,
          expiryDate,
          link,
          client: named,
        })),
      statuses: statusesIn(rows),
      problem: gone === undefined ? null : localize(actor.language)(missingColumn(gone).said),
    }
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error
    const problem = localize(actor.language)(error.said)
    return { columns: [], rows: [], statuses: [], problem }
  }
}
