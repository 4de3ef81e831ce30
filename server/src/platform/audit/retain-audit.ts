import { z } from 'zod'
import type { PlatformDeps } from '../deps.ts'
import { sendName } from './forward-audit.ts'

const batch = 1_000
const Trimmed = z.object({ gone: z.number() })

/** The last position that AUDIT_LOG has got; null when the audit is not sent anywhere. */
async function sentThrough({
  database,
  environment: { auditLog },
}: Pick<PlatformDeps, 'database' | 'environment'>): Promise<number | null> {
  if (auditLog === null) return null
  const sent = database.kysely
    .selectFrom('audit_sent')
    .select('position')
    .where('destination', '=', sendName(auditLog))
  return (await sent.executeTakeFirst())?.position ?? 0
}

/**
 * Deletes audit rows from before a time, in batches from the beginning of the chain, and moves the anchor of
 * the chain forward. Rows that AUDIT_LOG has not got yet remain. The database refuses a time within the last
 * year. Returns the number of rows.
 *
 * Source: docs/decisions/0103-retention.md
 */
export async function retainAudit(
  deps: Pick<PlatformDeps, 'database' | 'environment'>,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0
  for (let gone = batch; gone === batch && !signal.aborted; deleted += gone) {
    const through = await sentThrough(deps)
    const [row] = await deps.database.slowQuery(
      'select trim_audit($1::timestamptz, $2::bigint, $3::int) as gone',
      [before, through, batch],
      Trimmed,
    )
    gone = row?.gone ?? 0
  }
  return deleted
}
