import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { toStoredText } from '#platform/language/stored-message.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { inTransaction, run } from '#engine/write/writing.ts'
import { foldedNumber } from '../compare.ts'
import type { FeedRow } from '../feed-row.ts'
import type { SourceRow } from '../source-rows.ts'
import { suggestTypes } from './suggest-types.ts'

const batch = 500

/** A row of a feed with the organization that it names. */
export interface FoundRow extends FeedRow {
  org: string
}

/** The numbers among these that permits of the authority have, deleted ones too. */
export const oursSql = (authority: string, numbers: readonly string[]): RawBuilder<unknown> =>
  sql`select distinct ${foldedNumber} as number from permits p where p.authority_pid = ${authority} and p.authority_number is not null
    and ${foldedNumber} = any(${[...numbers]}::text[])`

async function listOurs(
  deps: DomainDeps,
  authority: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const { sql: text, parameters } = oursSql(authority, numbers).compile(deps.database.kysely)
  const rows = await deps.database.slowQuery(text, parameters, z.object({ number: z.string() }))
  return new Set(rows.map(({ number }) => number))
}

/** Closes what is open and whose number permits of the office have by now, such as one typed by a person. */
export async function closeOurs(
  deps: DomainDeps,
  { pid, authority }: Pick<SourceRow, 'pid' | 'authority'>,
): Promise<void> {
  const open = await deps.database.query(
    `select number from authority_finds where source = $1 and state = 'OPEN'`,
    [pid],
    z.object({ number: z.string() }),
  )
  if (open.length === 0) return
  const ours = await listOurs(
    deps,
    authority,
    open.map(({ number }) => number),
  )
  const reason = toStoredText('A permit has this number now.')
  await sql`update authority_finds set state = 'DISMISSED', decided_at = ${deps.clock.now()}::timestamptz, reason = ${reason}
    where source = ${pid} and state = 'OPEN' and number = any(${[...ours]}::text[])`.execute(
    deps.database.kysely,
  )
}

/**
 * Stores rows whose numbers are not ours. One that was stored before only gets its status and when it was last
 * seen; what a person decided stays. Returns how many are new.
 */
export async function saveDiscovered(
  deps: DomainDeps,
  source: SourceRow,
  found: readonly FoundRow[],
  now: Date,
): Promise<number> {
  const numbers = found.map(({ number }) => number)
  const ours = found.length === 0 ? new Set() : await listOurs(deps, source.authority, numbers)
  const theirs = found.filter(({ number }) => !ours.has(number))
  const typeOf = theirs.length === 0 ? () => null : await suggestTypes(deps, source.authority)
  const rows = theirs.map((row) => ({
    pid: deps.ids.pid(),
    number: row.number,
    org: row.org,
    company: row.client ?? '',
    raw_status: row.status,
    status_date: row.statusDate,
    issued_date: row.issuedDate,
    applied_date: row.appliedDate,
    expiry_date: row.expiryDate,
    link: row.link,
    permit_type: typeOf(row.number),
  }))
  let added = 0
  for (let from = 0; from < rows.length; from += batch) {
    const part = JSON.stringify(rows.slice(from, from + batch))
    const saved = await inTransaction(deps, (trx) =>
      run(
        deps.database,
        trx,
        sql`insert into authority_finds (pid, source, number, org, company, raw_status, status_date, issued_date, applied_date, expiry_date, link, permit_type, state, first_seen_at, last_seen_at)
          select r.pid, ${source.pid}, r.number, r.org, r.company, r.raw_status, r.status_date, r.issued_date, r.applied_date, r.expiry_date, r.link, r.permit_type, 'OPEN', ${now}::timestamptz, ${now}::timestamptz
          from jsonb_to_recordset(${part}::jsonb) as r(pid text, number text, org text, company text, raw_status text, status_date date,
            issued_date date, applied_date date, expiry_date date, link text, permit_type text)
          on conflict (source, number) do update set raw_status = excluded.raw_status, status_date = excluded.status_date, last_seen_at = excluded.last_seen_at
          returning (xmax = 0) as "isNew"`,
        z.object({ isNew: z.boolean() }),
      ),
    )
    added += saved.filter(({ isNew }) => isNew).length
  }
  return added
}
