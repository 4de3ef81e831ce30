import { isDeepStrictEqual } from 'node:util'
import { paymentStatus, tables, phrase } from '@portal/contract'
import type { Actor, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { portalActor } from '#engine/write/portal-actor.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { filesOfRecordSql, filesOfPermitSql } from '#domain/documents/record-files.ts'
import { nameOf } from './transition-writes.ts'
import type { TransitionWrites, WrittenRecord } from './transition-writes.ts'

const Since = z.object({
  pid: z.string(),
  actor: z.string().nullable(),
  name: z.string().nullable(),
  action: z.string(),
  id: z.number(),
})
type Since = z.infer<typeof Since>

/** Payment statuses without received money. */
const unpaid: readonly unknown[] = [
  paymentStatus.DRAFT,
  paymentStatus.DUE,
  paymentStatus.PENDING,
  paymentStatus.FAILED,
]

/** Later writes of other people, and later changes of records that the transition created or changed. */
async function laterWrites(
  { deps, trx }: WriteContext,
  { records }: TransitionWrites,
  actor: Actor,
): Promise<Sayable[]> {
  const pids = records.map(({ pid }) => pid)
  const lines = await run(
    deps.database,
    trx,
    sql`select h.pid, h.actor, u.name, h.action, h.id from record_history h left join users u on u.pid = h.actor
      where h.pid = any(${pids}::text[]) and h.id > ${Math.min(...records.map(({ lastLine }) => lastLine))}::bigint and h.action <> 'read' order by h.id`,
    Since,
  )
  return records.flatMap((record) => {
    const since = lines.filter(({ pid, id }) => pid === record.pid && id > record.lastLine)
    const called = record.locked === undefined ? tables[record.table].noun : nameOf(record.locked)
    const other = since.find(
      (line) =>
        line.actor !== actor.pid &&
        line.actor !== portalActor.pid &&
        line.actor !== null &&
        !line.action.endsWith('note'),
    )
    if (other !== undefined)
      return [
        phrase('{{person}} changed {{what}} after that.', {
          person: other.name ?? 'Another person',
          what: called,
        }),
      ]
    if (record.locked === undefined) return [phrase('{{what}} was deleted after that.', { what: called })]
    const isWorkedOn = record.isMade && since.some((line) => line.actor === actor.pid)
    return isWorkedOn || !standsAsWritten(record)
      ? [phrase('{{what}} was changed after that.', { what: called })]
      : []
  })
}

/** Does every field still have the value the transition wrote? */
function standsAsWritten({ changes, locked }: WrittenRecord): boolean {
  const now = new Map<string, unknown>(Object.entries(locked?.before ?? {}))
  return changes.every(({ field, to }) => isDeepStrictEqual(now.get(field) ?? null, to ?? null))
}

/** Money that moved with the transition: refunds, and payments that now cover fees. */
async function movedMoney(
  { deps, trx, declaration }: WriteContext,
  { records }: TransitionWrites,
): Promise<Sayable[]> {
  const payments = records.filter(({ table }) => table === 'payments')
  if (payments.length === 0) return []
  const moved = (record: WrittenRecord) =>
    record.changes.some(
      ({ field, from, to }) => field === 'status' && !(unpaid.includes(from) && unpaid.includes(to)),
    )
  const found = payments.find((record) => declaration.table !== 'payments' || record.isMade || moved(record))
  if (found !== undefined)
    return [
      phrase('A payment is recorded ({{what}}). Void or refund it instead.', {
        what: found.locked === undefined ? 'a payment' : nameOf(found.locked),
      }),
    ]
  const pids = payments.map(({ pid }) => pid)
  const allocated = await run(
    deps.database,
    trx,
    sql`select 1 from payment_allocations a where a.payment = any(${pids}::text[]) or a.fee = any(${pids}::text[]) limit 1`,
  )
  return allocated.length === 0 ? [] : ['Payments are allocated to it. Void or refund it instead.']
}

/** Files added to records that the transition created. */
async function addedFiles({ deps, trx }: WriteContext, { records }: TransitionWrites): Promise<Sayable[]> {
  const made = records.filter(({ isMade }) => isMade)
  if (made.length === 0) return []
  const found = await run(
    deps.database,
    trx,
    sql`select f.name from files f where f.root = any(${made.map(({ table, pid }) => `${table}/${pid}`)}::text[]) and f.deleted_at is null
      and f.mime_type <> 'folder' order by f.name limit 1`,
    z.object({ name: z.string() }),
  )
  return found.map(({ name }) => phrase('The file {{name}} was added after that.', { name }))
}

/**
 * Files of the transition that the client has received since: shared with them, or downloaded by one of their
 * people. The audit log of downloads is flushed before the undo (`undoTransition`).
 */
async function handedOutFiles(
  { deps, trx }: WriteContext,
  { records }: TransitionWrites,
  since: Date,
): Promise<Sayable[]> {
  const lying = records.map(({ table, pid }) =>
    table === 'permits' ? filesOfPermitSql(pid) : filesOfRecordSql(table, pid),
  )
  if (lying.length === 0) return []
  const shown = await run(
    deps.database,
    trx,
    sql`select f.name from files f join record_history h on h.pid = f.pid and h.collection = 'files' and h.at >= ${since}::timestamptz
      where (${sql.join(lying, sql`) or (`)}) and f.visibility = 'CLIENT' and h.changes @> '[{"field": "visibility", "to": "CLIENT"}]'::jsonb
      order by f.name limit 1`,
    z.object({ name: z.string() }),
  )
  const taken = await run(
    deps.database,
    trx,
    sql`select f.name, u.name as person from audit a join users u on u.pid = a.actor and lower(u.role) = 'client'
        join files f on f.pid = a.detail->>'file' or (a.kind = 'files-zipped' and a.detail->'files' ? f.pid)
      where a.kind in ('file-downloaded', 'files-zipped') and a.at >= ${since}::timestamptz and (${sql.join(lying, sql`) or (`)})
      order by a.at, f.name limit 1`,
    z.object({ name: z.string(), person: z.string() }),
  )
  return [
    ...shown.map(({ name }) => phrase('The file {{name}} was shared with the client after that.', { name })),
    ...taken.map(({ name, person }) =>
      phrase('{{person}} downloaded the file {{name}} after that.', { person, name }),
    ),
  ]
}

/** Comments recorded with the transition and changed since. */
async function answeredComments(
  { deps, trx }: WriteContext,
  { corrections }: TransitionWrites,
): Promise<Sayable[]> {
  if (corrections.length === 0) return []
  const worked = await run(
    deps.database,
    trx,
    sql`select 1 from corrections c where c.pid = any(${corrections}::text[]) and c.version > 1 limit 1`,
  )
  return worked.length === 0 ? [] : ['A comment was answered or changed after that.']
}

const Told = z.object({ read: z.boolean(), mailed: z.boolean() })

/** Messages that reached people: mail that was sent, and notifications the client has read. */
async function reachedPeople(
  { deps, trx }: WriteContext,
  { records, messages }: TransitionWrites,
  since: Date,
): Promise<Sayable[]> {
  const pids = records.map(({ pid }) => pid)
  const sent = await run(
    deps.database,
    trx,
    sql`select m.subject from mail_links l join mail_messages m on m.id = l.message where l.pid = any(${pids}::text[])
      and m.folder in ('sentitems', 'outbox') and m.received_at >= ${since}::timestamptz order by m.received_at limit 1`,
    z.object({ subject: z.string() }),
  )
  const [row] = await run(
    deps.database,
    trx,
    sql`select exists (select 1 from notifications n where n.pid = any(${messages.notifications}::text[]) and n.read_at is not null)
        or exists (select 1 from alerts a join users u on u.pid = a."user" where a.pid = any(${messages.alerts}::text[]) and a.is_read and lower(u.role) = 'client') as read,
      exists (select 1 from notifications n where n.pid = any(${messages.notifications}::text[]) and 'EMAIL' = any(n.channel) and n.status = 'SENT') as mailed`,
  )
  const told = Told.parse(row)
  return [
    ...sent.map(({ subject }) =>
      phrase('Mail was sent after that: {{subject}}.', {
        subject: subject.trim() === '' ? 'no subject' : subject,
      }),
    ),
    ...(told.mailed ? ['The client was notified by email.'] : []),
    ...(told.read ? ['The client already read the notification.'] : []),
  ]
}

/**
 * Everything after a transition that cannot be undone, as sentences; empty if the transition can be undone.
 */
export async function listSideEffects(
  context: WriteContext,
  { written, actor, since }: { written: TransitionWrites; actor: Actor; since: Date },
): Promise<Sayable[]> {
  const reasons = [
    ...written.others.map((name) =>
      phrase('It also changed {{what}}, which can’t be undone.', { what: name }),
    ),
    ...(await laterWrites(context, written, actor)),
    ...(await movedMoney(context, written)),
    ...(await addedFiles(context, written)),
    ...(await handedOutFiles(context, written, since)),
    ...(await answeredComments(context, written)),
    ...(await reachedPeople(context, written, since)),
  ]
  return [...new Set(reasons)]
}
