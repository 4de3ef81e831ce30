import { Language, collections, notificationStatus, phrase } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { languageOfPerson } from '#platform/language/language-of-person.ts'
import { localize } from '#platform/language/localize.ts'
import { run } from '#engine/write/writing.ts'
import type { DomainDeps } from '../../deps.ts'

const Row = z.object({
  pid: z.string(),
  language: Language,
  people: z.number(),
  failed: z.number(),
  attempts: z.number(),
  no_mail: z.boolean(),
})

const noMail = 'Outgoing email isn’t set up, so this message is shown in the portal only.'
const batchSize = 500

/**
 * Ends queued messages whose mail has left: SENT, or FAILED with the reason when somebody did not get it. A
 * message that nobody wants by mail is in the portal, and counts as sent.
 */
export async function settleNotifications({ database, clock, writes }: DomainDeps): Promise<void> {
  const now = clock.now()
  const settled = await database.kysely.transaction().execute(async (trx) => {
    const rows = await run(
      database,
      trx,
      sql`select n.pid, ${languageOfPerson} as language, d.people, d.failed, d.attempts, d.no_mail
        from notifications n left join users u on u.pid = n.created_by
        cross join lateral (select count(*)::int as people, (count(*) filter (where state = 'failed'))::int as failed,
          coalesce(max(attempts), 0)::int as attempts, coalesce(bool_or(reason = 'no-mail'), false) as no_mail,
          (count(*) filter (where state in ('waiting', 'sending')))::int as open
          from notification_deliveries d where d.source = 'notification' and d.source_pid = n.pid) d
        where n.status = ${notificationStatus.QUEUED} and n.deleted_at is null and d.open = 0 order by n.seq limit ${batchSize} for update of n skip locked`,
      Row,
    )
    if (rows.length === 0) return 0
    const ends = rows.map(({ pid, language, people, failed, attempts, no_mail: isWithoutMail }) => {
      const reason = isWithoutMail
        ? noMail
        : phrase('Not delivered by mail to {{failed}} of {{people}} people. See Delivery in the settings.', {
            failed,
            people,
          })
      return {
        pid,
        attempts,
        status: failed > 0 ? notificationStatus.FAILED : notificationStatus.SENT,
        reason: failed > 0 ? localize(language)(reason) : null,
      }
    })
    await run(
      database,
      trx,
      sql`with ended as (update notifications n set status = e.status, failed_reason = e.reason, attempts = e.attempts,
            sent_at = case when e.status = ${notificationStatus.SENT} then ${now}::timestamptz else n.sent_at end, version = n.version + 1, updated_at = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e(pid text, status text, reason text, attempts int)
          where n.pid = e.pid returning n.pid, n.version, n.status)
        ${insertHistorySql({
          at: now,
          collection: collections.notifications.name,
          pid: sql.raw('ended.pid'),
          action: 'update',
          version: sql.raw('ended.version'),
          actor: null,
          changes: sql`jsonb_build_array(jsonb_build_object('field', 'status', 'from', 'QUEUED', 'to', ended.status))`,
          from: sql.raw('from ended'),
        })}`,
    )
    return rows.length
  })
  if (settled > 0) writes.notify()
}
