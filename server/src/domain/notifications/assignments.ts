import type { CollectionName, RecordOf, collections } from '@portal/contract'
import { paymentStatus } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { readSql } from './message-history.ts'
import type { WriteEvent } from '#engine/modules/collection-rules.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { notify } from './notify.ts'
import {
  assignmentNotification,
  bulkWorkNotification,
  paymentNotifications,
  workNotification,
} from './transition-notifications.ts'
import type { AssignmentKind } from './transition-notifications.ts'
import { loadSubject } from './notify-transitions.ts'

/** The fields that assign a record to staff, and the role each assigns. */
const workFields: Readonly<Partial<Record<CollectionName, Readonly<Record<string, AssignmentKind>>>>> = {
  permits: { assignedTo: 'owner', collaborators: 'collaborator' },
  rts: { assignedTo: 'owner' },
  tasks: { assignedTo: 'owner' },
}

/** The assignee of a task: a staff member or a client's organization. */
const principal = (task: RecordOf<typeof collections.tasks> | null) =>
  (task?.audience === 'CLIENT' ? task.assignedOrg : task?.assignedTo) ?? null

/** Notifies the new assignee of a task. */
export async function notifyAssignment(
  context: WriteContext,
  { pid, before, after }: WriteEvent<typeof collections.tasks>,
): Promise<void> {
  if (after === null || principal(after) === null || principal(after) === principal(before)) return
  if (context.isMany === true && after.audience !== 'CLIENT') return
  const about = await loadSubject(context, 'tasks', pid)
  if (about !== undefined) await notify(context, assignmentNotification(about))
}

/** A record with the fields that assign it to staff; only permits have collaborators. */
interface StaffWork {
  assignedTo: string | null
  assignedFor: string | null
  collaborators?: string[] | null
}

/** The people of `after` who are not in `before`. */
const added = (before: readonly (string | null)[], after: readonly (string | null)[]): string[] =>
  after.filter((person) => person !== null).filter((person) => !before.includes(person))

/** Notifies staff who are newly assigned to a permit or package. */
export async function notifyWork(
  context: WriteContext,
  { pid, before, after }: { pid: string; before: StaffWork | null; after: StaffWork | null },
): Promise<void> {
  if (after === null || context.isMany === true) return
  const isNew = added([before?.assignedTo ?? null], [after.assignedTo]).length > 0
  // A delegate who was assigned for somebody reads for whom.
  const owner = isNew ? [after.assignedFor ?? after.assignedTo].filter((person) => person !== null) : []
  const helpers = added(before?.collaborators ?? [], after.collaborators ?? [])
  if (owner.length + helpers.length === 0) return
  const about = await loadSubject(context, context.declaration.name, pid)
  if (about === undefined) return
  if (owner.length > 0) await notify(context, workNotification(about, 'owner', owner))
  if (helpers.length > 0) await notify(context, workNotification(about, 'collaborator', helpers))
}

/** The people a job assigned, by field, and for whom who is away: one row per record. */
const givenBy = (
  job: string,
  collection: CollectionName,
  fields: readonly string[],
): RawBuilder<unknown> => sql`select h.pid, c.change->>'field' as field, p.person,
    (select f.change->>'to' from jsonb_array_elements(h.changes) f(change)
      where f.change->>'field' = 'assignedFor' and c.change->>'field' = 'assignedTo') as meant
  from record_history h cross join lateral jsonb_array_elements(h.changes) c(change)
  cross join lateral jsonb_array_elements_text(case jsonb_typeof(c.change->'to') when 'array' then c.change->'to'
    when 'string' then jsonb_build_array(c.change->'to') else '[]'::jsonb end) p(person)
  where h.job = ${job} and h.collection = ${collection} and h.action = 'update' and c.change->>'field' = any(${[...fields]}::text[])
    and not coalesce(c.change->'from' @> to_jsonb(p.person), false)`

const bulkRule = (job: string) => `bulk-assignment ${job}`

/**
 * Notifies each person once, at the end of a bulk change, of all records it assigned to them. Source: issue
 * 18.
 */
export async function notifyBulkWork(context: WriteContext, job: string): Promise<void> {
  const { deps, trx, declaration } = context
  const fields = workFields[declaration.name] ?? {}
  const rows = await run(
    deps.database,
    trx,
    sql`select g.person, g.field, g.meant, count(distinct g.pid)::int as records, min(g.pid) as pid from (${givenBy(job, declaration.name, Object.keys(fields))}) g
      group by g.person, g.field, g.meant order by g.person, g.field, g.meant`,
    z.object({
      person: z.string(),
      field: z.string(),
      meant: z.string().nullable(),
      records: z.number(),
      pid: z.string(),
    }),
  )
  for (const { person, field, meant, records, pid } of rows) {
    const as = fields[field]
    const about = as === undefined ? undefined : await loadSubject(context, declaration.name, pid)
    if (as === undefined || about === undefined) continue
    const notification =
      records === 1
        ? workNotification(about, as, [person])
        : bulkWorkNotification(about, { field, as, person, records })
    await notify(context, { ...notification, staff: [meant ?? person], rule: bulkRule(job) })
  }
}

/** Marks the unread alerts of a bulk change as read when the change is undone. */
export async function endBulkWork({ deps, trx, now, declaration }: WriteContext, job: string): Promise<void> {
  const fields = Object.keys(workFields[declaration.name] ?? {})
  if (fields.length === 0) return
  await run(
    deps.database,
    trx,
    sql`with ended as (update alerts set is_read = true, read_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
        where "user" in (select g.person from (${givenBy(job, declaration.name, fields)}) g) and rule = ${bulkRule(job)} and is_read is not true and deleted_at is null
        returning pid, version)
      ${readSql(now, null)}`,
  )
}

/** Notifies the payer of a payment request. */
export async function notifyNewPayment(
  context: WriteContext,
  { action, pid, after }: WriteEvent<typeof collections.payments>,
): Promise<void> {
  if (action !== 'create' || after?.status !== 'DUE') return
  const about = await loadSubject(context, 'payments', pid)
  if (about === undefined) return
  for (const notification of paymentNotifications(
    about,
    paymentStatus.DUE,
    context.deps.permitLibrary.current,
  ))
    await notify(context, notification)
}
