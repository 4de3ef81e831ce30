import { phrase, verbatim } from '@portal/contract'
import { sql } from 'kysely'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { toStoredText } from '#platform/language/stored-message.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import { inTransaction, run } from '#engine/write/writing.ts'
import type { SourceRow } from './source-rows.ts'

const batch = 500
/** A permit is stamped again after this time, so that frequent runs do not fill its history. */
const stampedAgain = sql`interval '12 hours'`
const instant = (time: unknown) =>
  sql`to_char(${time}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Stamps permits whose status was found at the authority. Their history names the source. A permit whose
 * status changed meanwhile is left out.
 */
export async function stampVerified(
  deps: DomainDeps,
  source: SourceRow,
  verified: readonly { permit: string; status: string }[],
  now: Date,
): Promise<void> {
  const reason = toStoredText(
    phrase('Checked with the feed of {{authority}}.', { authority: verbatim(source.authority_name) }),
  )
  const changes = sql`jsonb_build_array(
    jsonb_build_object('field', 'statusVerifiedAt', 'from', ${instant(sql`g.stamped`)}, 'to', ${instant(now)}),
    jsonb_build_object('field', 'reason', 'from', null, 'to', ${reason}::text))`
  const entries = insertHistorySql({
    at: now,
    collection: sql`case s.bucket when 'processed' then 'processed' else 'permits' end`,
    pid: sql`s.pid`,
    action: 'update',
    version: sql`s.version`,
    actor: portalActor.pid,
    changes,
    from: sql`from saved s join g on g.pid = s.pid`,
  })
  for (let from = 0; from < verified.length; from += batch) {
    const part = JSON.stringify(verified.slice(from, from + batch))
    await inTransaction(deps, (trx) =>
      run(
        deps.database,
        trx,
        sql`with g as (select p.pid, p.status_verified_at as stamped from permits p
            join jsonb_to_recordset(${part}::jsonb) as v(permit text, status text) on v.permit = p.pid and v.status = p.status
            where p.deleted_at is null and (p.status_verified_at is null or p.status_verified_at < ${now}::timestamptz - ${stampedAgain})
            order by p.pid for update of p),
          saved as (update permits p set status_verified_at = ${now}::timestamptz, version = p.version + 1,
            updated_at = ${now}::timestamptz, updated_by = ${portalActor.pid}
            from g where p.pid = g.pid returning p.pid, p.version, p.bucket)
          ${entries}`,
      ),
    )
  }
}
