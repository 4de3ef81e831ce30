import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

/** Which observations are meant: those of a source, of a permit, or all. */
export const ObservationScope = z.strictObject({
  source: z.string().max(64).optional(),
  permit: z.string().max(64).optional(),
})
export type ObservationScope = z.infer<typeof ObservationScope>

const Row = z.object({
  seq: z.number(),
  seenAt: z.date(),
  permit: z.string(),
  refNo: z.string().nullable(),
  authority: z.string(),
  source: z.string(),
  number: z.string(),
  rawStatus: z.string(),
  statusDate: z.string().nullable(),
  issuedDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
  appliedDate: z.string().nullable(),
  link: z.string().nullable(),
  raw: z.record(z.string(), z.unknown()),
  hash: z.string(),
})
/** What an authority said about a permit at a time, as it is exported. */
export type ObservationRow = z.infer<typeof Row>

const rowsAtOnce = 1_000

const fromSql = ({ source, permit }: ObservationScope): RawBuilder<unknown> =>
  sql`from authority_observations o join permits p on p.pid = o.permit and p.deleted_at is null
    join authority_sources s on s.pid = o.source join authorities a on a.pid = s.authority
  where (${source ?? null}::text is null or o.source = ${source ?? null}) and (${permit ?? null}::text is null or o.permit = ${permit ?? null})`

/** How many observations there are of permits that are not deleted. */
export async function countObservations(database: Database, scope: ObservationScope): Promise<number> {
  const { sql: text, parameters } = sql`select count(*) as count ${fromSql(scope)}`.compile(database.kysely)
  const [counted] = await database.slowQuery(text, parameters, z.object({ count: z.number() }))
  return counted?.count ?? 0
}

/** All observations, newest first, in parts. Each part is read when the consumer asks for it. */
export async function* observationParts(
  database: Database,
  scope: ObservationScope,
): AsyncGenerator<ObservationRow[]> {
  for (let last: number | null = null; ;) {
    const { sql: text, parameters } =
      sql`select o.seq, o.seen_at as "seenAt", o.permit, p.ref_no as "refNo", a.name as authority, o.source, o.number, o.raw_status as "rawStatus",
        o.status_date::text as "statusDate", o.issued_date::text as "issuedDate", o.expiry_date::text as "expiryDate",
        o.applied_date::text as "appliedDate", o.link, o.raw, o.hash
      ${fromSql(scope)} and (${last}::bigint is null or o.seq < ${last}) order by o.seq desc limit ${rowsAtOnce}::bigint`.compile(
        database.kysely,
      )
    const rows: ObservationRow[] = await database.slowQuery(text, parameters, Row)
    if (rows.length > 0) yield rows
    last = rows.at(-1)?.seq ?? null
    if (rows.length < rowsAtOnce) return
  }
}
