import { collections } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { calendarFields } from '@portal/contract/calendar'
import { sql } from 'kysely'
import { z } from 'zod'
import { read } from '#engine/query/reading.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Feeds that are remembered; those read longest ago are forgotten. */
const maxKnown = 1_000
/** Filters of a view can depend on the time of day, which no write announces. */
const maxAgeOfViewMs = 900_000

/** What was sent last: its tag, what it depended on beside records, and which transactions it had seen. */
interface KnownVersion {
  etag: string
  basis: string
  snapshot: string
  at: number
}

/** What the text of a feed depends on beside records: its reader, the day, the configuration, the view. */
export interface FeedBasis {
  feed: string
  actor: Actor
  view: string | null
  /** Anything else, such as the version of the configuration. */
  further: readonly unknown[]
}

/** Alerts and messages are written all day, and no feed shows them. */
const unseen: readonly string[] = [collections.alerts, collections.notifications]
  .filter((declaration) => calendarFields(declaration, { role: 'superadmin' }).length === 0)
  .map(({ name }) => name)

/**
 * Remembers which version of a feed a calendar program has, so that an unchanged one is answered without
 * reading its dates: unchanged is a feed for whose reader, day and view nothing is different, while no
 * transaction that was not seen then has written a record. Forgetting is harmless.
 */
export class FeedVersions {
  readonly #known = new Map<string, KnownVersion>()
  readonly #deps: DomainDeps

  constructor(deps: DomainDeps) {
    this.#deps = deps
  }

  /** The tag of the version that is still current; null when the dates have to be read. */
  async findCurrent(basis: FeedBasis): Promise<string | null> {
    const known = this.#known.get(basis.feed)
    if (known === undefined || known.basis !== textOf(basis)) return null
    if (basis.view !== null && this.#deps.clock.now().getTime() - known.at > maxAgeOfViewMs) return null
    const [row] = await this.#deps.database.query(
      `select exists (select 1 from record_history h where h.xid >= (pg_snapshot_xmin($1::pg_snapshot)::text)::bigint
          and not pg_visible_in_snapshot((h.xid::text)::xid8, $1::pg_snapshot)
          and h.collection <> all($2::text[]) and h.action <> all('{read,note,internal-note}'::text[])) as changed`,
      [known.snapshot, unseen],
      z.object({ changed: z.boolean() }),
    )
    return row?.changed === false ? known.etag : null
  }

  /** The transactions that a reading which begins now sees, by the connections that read the dates. */
  async snapshot(): Promise<string> {
    const [row] = await read(
      this.#deps,
      sql`select pg_current_snapshot()::text as snapshot`,
      z.object({ snapshot: z.string() }),
      'slow',
    )
    return row?.snapshot ?? ''
  }

  /** Remembers a version whose reading began after the snapshot was taken. */
  keep(basis: FeedBasis, etag: string, snapshot: string): void {
    this.#known.delete(basis.feed)
    this.#known.set(basis.feed, {
      etag,
      basis: textOf(basis),
      snapshot,
      at: this.#deps.clock.now().getTime(),
    })
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest)
  }
}

const textOf = ({ actor, view, further }: FeedBasis): string => JSON.stringify([actor, view, further])
