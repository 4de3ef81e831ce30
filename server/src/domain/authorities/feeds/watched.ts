import { foldNumber } from '@portal/contract/authority-feeds'
import { sql } from 'kysely'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import type { SourceRow } from './source-rows.ts'
import { watchedSql } from './watched-permits.ts'

const Row = z.object({
  permit: z.string(),
  number: z.string(),
  watched_number: z.string().nullable(),
  missing: z.number().nullable(),
  hash: z.string().nullable(),
  raw_status: z.string().nullable(),
  status_date: z.string().nullable(),
  issued_date: z.string().nullable(),
  expiry_date: z.string().nullable(),
})

/** What the feed last said about a permit. */
export interface LastObservation {
  hash: string
  status: string
  statusDate: string | null
  issuedDate: string | null
  expiryDate: string | null
}

/** A permit whose status is compared with the feed. */
export interface WatchedPermit {
  permit: string
  /** Its full number as it is compared. */
  number: string
  /** Its number as it was typed: a feed may compare letter by letter. */
  typed: string
  /** No run has asked for this number yet. */
  isNew: boolean
  /** The last run that asked for this number did not find it. */
  isMissing: boolean
  /** One run did not find it. It counts as gone when a second one does not either. */
  isMissingOnce: boolean
  /** Its rows contradicted each other when they were last read. */
  isContradicted: boolean
  last: LastObservation | null
}

/** The permits of the authority, each with what the feed last said about its number. */
export async function listWatched(deps: DomainDeps, source: SourceRow): Promise<WatchedPermit[]> {
  const { sql: text, parameters } =
    sql`select p.pid as permit, p.authority_number as number, w.number as watched_number, w.missing, o.hash, o.raw_status,
      o.status_date::text as status_date, o.issued_date::text as issued_date, o.expiry_date::text as expiry_date
    from permits p left join authority_watches w on w.source = ${source.pid} and w.permit = p.pid left join authority_observations o on o.pid = w.observation
    where ${watchedSql(source.authority)} order by p.pid`.compile(deps.database.kysely)
  const rows = await deps.database.slowQuery(text, parameters, Row)
  return rows.map((row): WatchedPermit => {
    const number = foldNumber(row.number)
    const isNew = row.watched_number !== number
    const isKnown = !isNew && row.hash !== null
    return {
      permit: row.permit,
      number,
      typed: row.number.trim(),
      isNew,
      isMissing: (row.missing ?? 0) > 0,
      isMissingOnce: !isNew && row.missing === 1,
      isContradicted: !isNew && (row.missing ?? 0) < 0,
      last: isKnown
        ? {
            hash: row.hash ?? '',
            status: row.raw_status ?? '',
            statusDate: row.status_date,
            issuedDate: row.issued_date,
            expiryDate: row.expiry_date,
          }
        : null,
    }
  })
}
