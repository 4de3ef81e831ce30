import { Refusal, isStaff } from '@portal/contract'
import type { Actor, Declaration, MessageAcknowledgments, ValuesOf, collections } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { openRecord } from '#engine/query/open-record.ts'
import { read } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { addressedTo } from './delivery/queue-message.ts'
import { alertPeople } from './personal-alerts.ts'

type MessageValues = ValuesOf<typeof collections.notifications>

/**
 * Alerts everyone a message is addressed to, except its author: the alert stays on top until it is
 * acknowledged, whatever way they chose for messages. Mail about the message is sent as for any other.
 */
export async function askAcknowledgment(
  context: WriteContext,
  pid: string,
  message: MessageValues,
): Promise<void> {
  const { deps, trx, now, actor } = context
  const people = await run(
    deps.database,
    trx,
    sql`select u.pid from users u where u.status = 'ACTIVE' and u.deleted_at is null and u.role is not null and u.pid <> ${actor.pid}
      and ${addressedTo(message)} order by u.pid`,
    z.object({ pid: z.string() }),
  )
  await alertPeople(
    { deps, trx, now },
    people.map((person) => person.pid),
    {
      rule: 'acknowledgment',
      kind: message.kind ?? 'ANNOUNCEMENT',
      severity: 'WARNING',
      words: () => ({ title: message.subject ?? '', message: message.body ?? '' }),
      about: { collection: 'notifications', pid, org: message.org ?? null },
      mustAcknowledge: true,
    },
  )
}

const maxListed = 200

const Row = z.object({ pid: z.string(), title: z.string(), asked: z.number(), waiting: z.number() })

/**
 * `GET /notifications/{pid}/acknowledgments`: for staff, how many were asked and who has not acknowledged
 * yet, by name. Throws 403 for clients, 404 for a message the actor may not read.
 */
export async function listAcknowledgments(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<MessageAcknowledgments> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only staff can see who has not acknowledged.')
  await openRecord(deps, actor, declaration, pid)
  const rows = await read(
    deps,
    sql`with asked as (select a.acknowledged_at, u.pid, coalesce(u.name, u.email, u.pid) as title from alerts a
          join users u on u.pid = a."user" and u.status = 'ACTIVE' and u.deleted_at is null
          where a.related_pid = ${pid} and a.ack_required and a.rule = 'acknowledgment' and a.deleted_at is null),
        counted as (select count(*) as asked, count(*) filter (where acknowledged_at is null) as waiting from asked)
      select coalesce(w.pid, '') as pid, coalesce(w.title, '') as title, c.asked, c.waiting from counted c
        left join lateral (select pid, title from asked where acknowledged_at is null order by title, pid limit ${maxListed}::int) w on true
        order by w.title, w.pid`,
    Row,
  )
  const [first] = rows
  return {
    asked: first?.asked ?? 0,
    waiting: first?.waiting ?? 0,
    people: rows.filter((row) => row.pid !== '').map(({ pid: person, title }) => ({ pid: person, title })),
  }
}
