import {
  Refusal,
  certificateDocument,
  certificateFields,
  collections,
  englishFieldLabel,
  formatDay,
  invalid,
  isCertificateField,
  isNewCertificateDate,
  orgStatus,
  phrase,
  taskStatus,
} from '@portal/contract'
import type { Actor, LocalDate, RecordOf, Sayable, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { RecordDeps } from '#engine/query/reading.ts'
import { requireOpen } from '#engine/query/visibility.ts'
import { columnName } from '#engine/sql/columns.ts'
import { applyTransition } from '#engine/transitions/apply-transition.ts'
import { inTransition, lockVisible } from '#engine/transitions/lock-visible.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { createRecordIn } from '#engine/write/create-record.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { withActiveStaff } from '#engine/write/staff-references.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { labelIn } from '#platform/language/label-in.ts'
import { findLanguageOfOrganization } from '#platform/language/language-of-person.ts'
import { toStoredText } from '#platform/language/stored-message.ts'
import { listAdministrators } from '../notifications/active-staff.ts'
import { loadSubject } from '../notifications/notify-transitions.ts'
import { notify } from '../notifications/notify.ts'
import { notificationTexts } from '../notifications/texts.ts'
import { titleOf } from '../notifications/transition-notifications.ts'
import { asPortal } from '../permits/automatic/due-transitions.ts'
import type { AutomaticStepDeps } from '../permits/automatic/due-transitions.ts'

type Organization = RecordOf<typeof collections.orgs>

/** Condition on tasks `t`: it asks for a certificate, and is open. */
export const openCertificateTaskSql = sql.raw(
  `t.certificate is not null and t.status not in ('DONE', 'CANCELLED') and t.deleted_at is null`,
)

/** The date of a certificate, by the field of the organization. */
function dateOf(organization: Organization, field: string): LocalDate | null {
  const value = new Map<string, unknown>(Object.entries(organization)).get(field)
  return typeof value === 'string' ? value : null
}

/** The open task of a client for this certificate, also one that a merge has not moved yet. */
async function findOpenTask({ deps, trx }: WriteContext, org: string, field: string): Promise<string | null> {
  const [found] = await run(
    deps.database,
    trx,
    sql`select t.pid from tasks t where ${openCertificateTaskSql} and t.certificate = ${field}
      and (t.org = ${org} or t.org in (select o.pid from orgs o where o.merged_into = ${org})) limit 1`,
    z.object({ pid: z.string() }),
  )
  return found?.pid ?? null
}

/**
 * Creates the client task for a new certificate, unless one is open. The organization is locked first, so two
 * servers or people who ask at once create one task. Returns its pid; null for an organization that is
 * closed, or has no such date.
 */
export async function requestCertificate(
  context: WriteContext,
  org: string,
  field: string,
): Promise<string | null> {
  const locked = await lockRelated(context, 'orgs', org)
  const [, declared] = certificateFields.find(([name]) => name === field) ?? []
  if (locked === undefined || declared === undefined) return null
  const { before } = locked
  const date = dateOf(before, field)
  if (date === null || before.status === orgStatus.CLOSED || before.mergedInto !== null) return null
  const open = await findOpenTask(context, org, field)
  if (open !== null) return open
  const language = await findLanguageOfOrganization(context.trx, org)
  const say = notificationTexts(language)
  const what = labelIn(language, englishFieldLabel(field, declared))
  const ofTasks = { ...context, declaration: collections.ctasks }
  const values = await withActiveStaff(ofTasks, {
    title: say('certificateTask', { what, day: formatDay(date, language) }),
    description: say('certificateTaskHint'),
    taskType: 'UPLOAD_DOCUMENT',
    requiredDocument: certificateDocument(field),
    dueDate: date < context.today ? context.today : date,
    assignedOrg: org,
    assignedTo: before.accountManager,
    certificate: field,
    certificateDate: date,
  })
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const { deps, trx, actor } = context
  return (await createRecordIn(deps, trx, actor, collections.ctasks, given)).pid
}

/** Locks the organization of a certificate task before the task, as every writer of both does. */
export async function lockCertificateOrganization(context: WriteContext, pid: string): Promise<void> {
  const [found] = await run(
    context.deps.database,
    context.trx,
    sql`select t.org from tasks t where t.pid = ${pid} and t.certificate is not null`,
    z.object({ org: z.string().nullable() }),
  )
  await lockRelated(context, 'orgs', found?.org)
}

/** The date that a task enters: the given one, else the one that the client entered before. */
export const certificateDateOf = (
  task: RecordOf<typeof collections.tasks>,
  { certificateExpiry }: Pick<TransitionBody, 'certificateExpiry'>,
): LocalDate | null => certificateExpiry ?? task.certificateExpiry

/**
 * Throws 400 if a certificate task is submitted or completed without a date that can follow the known one.
 */
export function checkCertificateDate(
  { before, context: { today } }: LockedRecord<'tasks'>,
  body: TransitionBody,
): void {
  const { certificate, certificateDate } = before
  if (!isCertificateField(certificate)) return
  if (body.to !== taskStatus.SUBMITTED && body.to !== taskStatus.DONE) return
  const date = certificateDateOf(before, body)
  if (date === null)
    throw invalid(
      'body.certificateExpiry',
      'required',
      'body.certificateExpiry: enter the expiration date of the new certificate',
    )
  if (!isNewCertificateDate(date, certificateDate, today))
    throw invalid(
      'body.certificateExpiry',
      'out-of-range',
      'body.certificateExpiry: the new certificate must expire later than the one it replaces, and not before today',
    )
}

/** What follows for the organization and the office when a certificate task is submitted or accepted. */
export async function followCertificateTask(
  { context, pid, before }: LockedRecord<'tasks'>,
  body: TransitionBody,
): Promise<void> {
  const { certificate, org } = before
  if (!isCertificateField(certificate)) return
  if (body.to === taskStatus.DONE) {
    const organization = await lockRelated(context, 'orgs', org)
    if (organization === undefined) return
    const changes = diffRecord(organization.before, { [certificate]: certificateDateOf(before, body) })
    if (changes.length > 0)
      await saveChanges(organization.context, organization.pid, organization.version + 1, changes)
  }
  // Without an account manager the portal made the task for no one in particular.
  if (body.to === taskStatus.SUBMITTED && before.assignedTo === null) {
    const about = await loadSubject(context, 'tasks', pid)
    if (about === undefined) return
    await notify(context, {
      kind: 'DOCUMENT_RECEIVED',
      severity: 'INFO',
      collection: about.collection,
      pid,
      org,
      staff: await listAdministrators(context),
      words: (language) => ({
        title: notificationTexts(language)('clientDid', { title: titleOf(about) }),
        message: '',
      }),
      client: null,
      messageKind: null,
    })
  }
}

/** Why a task asks for a certificate no longer; null while it does. */
function settledReason(
  organization: LockedRecord<'orgs'> | undefined,
  field: string,
  asked: LocalDate | null,
): Sayable | null {
  if (organization === undefined || organization.before.status === orgStatus.CLOSED)
    return 'The organization of the client is closed.'
  const date = dateOf(organization.before, field)
  if (date === asked) return null
  if (date === null) return 'The expiration date was removed from the organization.'
  return phrase('The expiration date of the organization was changed to {{day}}.', {
    day: { en: formatDay(date, 'en'), es: formatDay(date, 'es') },
  })
}

const currentDateSql = sql.raw(
  `case t.certificate ${certificateFields.map(([field]) => `when '${field}' then o.${columnName(field)}`).join(' ')} end`,
)

/** The date that the organization of a task has now, for a task that asks for a certificate. */
export const certificateDateSql = sql`(select ${currentDateSql} from orgs o where o.pid = t.org)`

/** Whether the merge of an organization, or its undo, is still moving tasks and dates. */
const isMergingSql = (org: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select 1 from organization_merges m where ${org} in (m.losing, m.surviving) and m.undone_at is null
    and (m.done_at is null or m.undone_by is not null))`

async function isMerging({ deps, trx }: WriteContext, org: string | null): Promise<boolean> {
  const rows = await run(deps.database, trx, sql`select 1 where ${isMergingSql(sql`${org}::text`)}`)
  return rows.length > 0
}

const batch = 100

/**
 * Cancels open certificate tasks whose date was changed in another way, or whose organization was closed.
 * Every way of writing a date counts: form, import, bulk edit, undo, merge. Returns the number of tasks.
 */
export async function closeSettledCertificates(deps: AutomaticStepDeps): Promise<number> {
  const statement =
    sql`select t.pid, t.org, t.certificate as field from tasks t left join orgs o on o.pid = t.org and o.deleted_at is null
    where ${openCertificateTaskSql} and (o.pid is null or o.status = 'CLOSED' or ${currentDateSql} is distinct from t.certificate_date)
      and not ${isMergingSql(sql`t.org`)} order by t.pid limit ${batch}`.compile(deps.database.kysely)
  const Settled = z.object({ pid: z.string(), org: z.string().nullable(), field: z.string() })
  let closed = 0
  for (const { pid, org, field } of await deps.database.slowQuery(
    statement.sql,
    [...statement.parameters],
    Settled,
  )) {
    const isClosed = await asPortal(deps, 'tasks', async (context) => {
      const organization = await lockRelated(context, 'orgs', org)
      const task = await lockRelated(context, 'tasks', pid)
      if (
        task === undefined ||
        task.before.status === taskStatus.DONE ||
        task.before.status === taskStatus.CANCELLED ||
        (await isMerging(context, org))
      )
        return false
      const reason = settledReason(organization, field, task.before.certificateDate)
      if (reason === null) return false
      await applyTransition(task, { to: taskStatus.CANCELLED, reason: toStoredText(reason) })
      return true
    })
    if (isClosed) closed += 1
  }
  return closed
}

/**
 * `POST /orgs/{pid}/certificates/{field}/request`: asks the client for a new certificate at once, as the
 * ladder does at its days. Returns the open task, which may be an earlier one. Throws 403, 404, and 409 if
 * there is no date to renew.
 */
export async function askForCertificate(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  field: string,
): Promise<{ pid: string }> {
  requireOpen(collections.orgs, actor, 'update')
  if (!isCertificateField(field)) throw new Refusal('not-found', 'There is no such certificate.')
  const made = await inTransition(deps, actor, collections.orgs, async (context) => {
    await lockVisible(context, pid)
    const asked = await requestCertificate(context, pid, field)
    if (asked !== null) return { pid: asked }
    const sentence = 'Only a date of an organization that is not closed can be renewed. Enter the date first.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  })
  deps.writes.notify()
  return made
}
