import { LocalDate, isCertificateField, permitStatus, taskMachine, taskStatus } from '@portal/contract'
import type { GuardContext, RecordValues, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import type { CollectionTransitions } from '#engine/transitions/collection-transitions.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { createNextTask } from './next-task.ts'
import { receiveDocument } from '../documents/client-documents.ts'
import { filesOfRecordSql } from '../documents/record-files.ts'
import {
  certificateDateOf,
  certificateDateSql,
  checkCertificateDate,
  followCertificateTask,
  lockCertificateOrganization,
} from '../organizations/certificate-tasks.ts'
import { recalculateCourt } from '../permits/court.ts'
import { lockPermitBefore, stepPermit } from '../permits/step-permit.ts'

const TaskFacts = z.object({ files: z.number(), certificateDate: LocalDate.nullable() })

/** The number of files of a task, in all its folders, and the date of the certificate it asks for. */
async function guardContext({
  context: { deps, trx },
  pid,
}: LockedRecord<'tasks'>): Promise<Pick<GuardContext, 'files' | 'certificateDate' | 'library'>> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select (select count(*) from files f where ${filesOfRecordSql('tasks', pid)}) as files,
      ${certificateDateSql} as "certificateDate" from tasks t where t.pid = ${pid}`,
  )
  return { ...TaskFacts.parse(row), library: deps.permitLibrary.current }
}

function updates(
  { before, context: { actor, now } }: LockedRecord<'tasks'>,
  body: TransitionBody,
  { certificateDate }: GuardContext,
): RecordValues {
  const { to } = body
  return {
    status: to,
    ...(isCertificateField(before.certificate) && {
      certificateExpiry: certificateDateOf(before, body),
      // A task that is opened again asks for the certificate that is known now.
      ...(to === taskStatus.OPEN && { certificateDate }),
    }),
    ...(to === taskStatus.IN_PROGRESS && before.startedAt === null ? { startedAt: now.toISOString() } : {}),
    ...(to === taskStatus.DONE
      ? { completedAt: now.toISOString(), completedBy: actor.pid }
      : { completedAt: null, completedBy: null }),
  }
}

/** Once its client tasks are done, a waiting permit continues. Source: domain.md 2, WAITING_CLIENT. */
async function continuePermit(task: LockedRecord<'tasks'>, body: TransitionBody): Promise<void> {
  const { context, before } = task
  const { to } = body
  await receiveDocument(task, body)
  const permit = await lockRelated(context, 'permits', before.permit)
  if (permit === undefined) return
  await recalculateCourt(context, permit.pid)
  if (to !== taskStatus.DONE || permit.before.status !== permitStatus.WAITING_CLIENT) return
  const { clientTasks, corrections } = await loadGuardContext(permit)
  if (clientTasks + corrections.ofClient === 0)
    await stepPermit(context, permit.pid, { to: permitStatus.IN_PREPARATION })
}

async function onTransition(task: LockedRecord<'tasks'>, body: TransitionBody): Promise<void> {
  if (task.before.audience === 'CLIENT') await continuePermit(task, body)
  await followCertificateTask(task, body)
  if (body.to === taskStatus.DONE) await createNextTask(task)
}

export const taskTransitions: CollectionTransitions<'tasks'> = {
  machine: () => taskMachine,
  guardContext,
  async lockBefore(context, row, pid) {
    await lockPermitBefore(context, row)
    await lockCertificateOrganization(context, pid)
  },
  checkInputs: checkCertificateDate,
  updates,
  onTransition,
}
