import { phrase, taskStatus } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { toStoredText } from '#platform/language/stored-message.ts'
import { openCertificateTaskSql } from '../certificate-tasks.ts'
import { remember } from './moved-records.ts'
import type { Move, RememberedRow } from './moved-records.ts'

/** What a merge remembers about the certificate tasks that it closed. */
export const twinCertificates = 'twin_certificates'

/** Open certificate tasks of one organization, and that of the other one for the same certificate. */
const twinsSql = (from: string, to: string) => {
  const open = (org: string) =>
    sql`(select t.pid, t.certificate from tasks t where t.org = ${org} and ${openCertificateTaskSql})`
  return sql`from ${open(from)} l join ${open(to)} s on s.certificate = l.certificate`
}

/** How many certificates both organizations have an open client task for. */
export async function countTwinCertificates(
  { deps, trx }: WriteContext,
  from: string,
  to: string,
): Promise<number> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select count(*) as twins ${twinsSql(from, to)}`,
    z.object({ twins: z.number() }),
  )
  return row?.twins ?? 0
}

/** The nearer a task is to its end, the less may be asked for again. */
const progress: readonly string[] = [taskStatus.SUBMITTED, taskStatus.RETURNED, taskStatus.IN_PROGRESS]

/**
 * Whether the task of the losing organization stays: it asks for the date that counts now, or the client did
 * more.
 */
function keepsLosing(
  losing: LockedRecord<'tasks'>,
  surviving: LockedRecord<'tasks'>,
  organization: LockedRecord<'orgs'>,
): boolean {
  const date = new Map<string, unknown>(Object.entries(organization.before)).get(
    losing.before.certificate ?? '',
  )
  const [lost, kept] = [losing, surviving].map(({ before }) => {
    const at = progress.indexOf(before.status ?? '')
    return { asksForDate: before.certificateDate === date, far: at === -1 ? progress.length : at }
  })
  if (lost === undefined || kept === undefined || lost.asksForDate !== kept.asksForDate)
    return lost?.asksForDate === true
  return lost.far < kept.far
}

const Twin = z.object({ losing: z.string(), surviving: z.string() })

/**
 * Where both organizations have an open client task for one certificate, one stays and the other is canceled,
 * with the reason in its history. Both organizations are locked first, so that no other task is opened before
 * the tasks have moved.
 */
export async function mergeTwinCertificates(context: WriteContext, { merge, from, to }: Move): Promise<void> {
  const { deps, trx } = context
  const [first = '', second = ''] = [from, to].toSorted()
  const locked = [await lockRelated(context, 'orgs', first), await lockRelated(context, 'orgs', second)]
  const organization = locked.find((each) => each?.pid === to)
  if (organization === undefined) return
  const twins = await run(
    deps.database,
    trx,
    sql`select l.pid as losing, s.pid as surviving ${twinsSql(from, to)} order by 1`,
    Twin,
  )
  for (const twin of twins) {
    const losing = await lockRelated(context, 'tasks', twin.losing)
    const surviving = await lockRelated(context, 'tasks', twin.surviving)
    if (losing === undefined || surviving === undefined) continue
    const [kept, closed] = keepsLosing(losing, surviving, organization)
      ? [losing, surviving]
      : [surviving, losing]
    const changes = diffRecord(closed.before, { status: taskStatus.CANCELLED })
    const reason = phrase('Both organizations had an open task for this certificate. {{task}} stays open.', {
      task: kept.before.refNo ?? kept.pid,
    })
    await saveChanges(closed.context, closed.pid, closed.version + 1, changes, {
      reason: toStoredText(reason),
      action: 'merge',
    })
    await remember(context, merge, [{ kind: twinCertificates, pid: closed.pid, changes }])
  }
}

/**
 * Opens the tasks again that the merge closed, except those that somebody has changed since, and those whose
 * client has another open one by now.
 */
export async function returnTwinCertificates(
  context: WriteContext,
  rows: readonly RememberedRow[],
): Promise<void> {
  const { deps, trx } = context
  for (const { pid, changes } of rows) {
    const task = await lockRelated(context, 'tasks', pid)
    if (task === undefined) continue
    const [can] = await run(
      deps.database,
      trx,
      sql`select 1 from tasks u where u.pid = ${pid} and u.status = ${taskStatus.CANCELLED}
          and coalesce((select h.action from record_history h where h.pid = u.pid and h.changes @> '[{"field": "status"}]'::jsonb
            order by h.id desc limit 1), 'merge') = 'merge'
          and not exists (select 1 from tasks t where t.org = u.org and t.certificate = u.certificate and ${openCertificateTaskSql})`,
    )
    if (can === undefined) continue
    const back = changes.map(({ field, from, to }) => ({ field, from: to, to: from ?? null }))
    await saveChanges(task.context, pid, task.version + 1, back, { reason: null, action: 'merge' })
  }
}
