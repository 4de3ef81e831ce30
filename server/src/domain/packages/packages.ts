import { createHash } from 'node:crypto'
import { collections, signOffReset } from '@portal/contract'
import type { RecordOf, TransitionBody, ValuesOf } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { createRecordIn } from '#engine/write/create-record.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { carryChecklist, requireAgain } from '../documents/client-documents.ts'
import type { WrongDocuments } from './wrong-documents.ts'
import { filesOfPackageSql } from '../documents/record-files.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'

const { rts } = collections
type Package = RecordOf<typeof rts>
type Permit = RecordOf<typeof collections.permits>

/** Locks the package of a permit's submission cycle. */
export async function lockPackage(
  context: WriteContext,
  permit: string,
  cycleNo: number,
): Promise<LockedRecord<'rts'> | undefined> {
  const [row] = await run(
    context.deps.database,
    context.trx,
    sql`select r.pid from rts r where r.permit = ${permit} and r.cycle_no = ${cycleNo}::int and r.deleted_at is null`,
    z.object({ pid: z.string() }),
  )
  return lockRelated(context, 'rts', row?.pid)
}

/** Writes the changes that a permit's transition makes to its package. */
async function setPackage(
  { context, pid, before, version }: LockedRecord<'rts'>,
  values: ValuesOf<typeof rts>,
): Promise<void> {
  const changes = diffRecord(before, values)
  if (changes.length > 0) await saveChanges(context, pid, version + 1, changes)
}

function kindOf(permit: Permit, cycleNo: number): Package['kind'] {
  if (cycleNo > 1) return 'CORRECTION'
  if (permit.previousRevision) return 'AMENDMENT'
  return permit.renewalOf ? 'RENEWAL' : 'FIRST'
}

/** The preparer of a new package: the staff member responsible for its permit, otherwise the actor. */
async function preparerOf({ deps, trx, actor }: WriteContext, permit: Permit): Promise<string | undefined> {
  const owner = permit.assignedTo
  const [found] = await run(
    deps.database,
    trx,
    sql`select u.pid from users u where (u.pid = ${owner} or u.pid = ${actor.pid}) and u.deleted_at is null and u.status = 'ACTIVE'
      and lower(u.role) <> 'client' order by u.pid = ${owner} desc nulls last limit 1`,
    z.object({ pid: z.string() }),
  )
  return found?.pid
}

/**
 * Ensures that a permit in preparation has a package for its cycle, with the checklist of its type. A later
 * cycle starts with the documents of the one before. A package that was cancelled with its permit is
 * collected again without its sign-offs.
 */
export async function ensurePackage(
  { context, pid: permit, before }: LockedRecord<'permits'>,
  cycleNo: number,
  wrong: WrongDocuments = new Map(),
): Promise<void> {
  const found = await lockPackage(context, permit, cycleNo)
  if (found?.before.status === 'CANCELLED') await setPackage(found, { status: 'COLLECTING', ...signOffReset })
  if (found !== undefined) {
    const kept = wrong.size === 0 ? undefined : await lockPackage(context, permit, cycleNo)
    if (kept !== undefined) await requireAgain(kept, wrong)
    return
  }
  const { deps, trx, actor } = context
  const assignedTo = await preparerOf(context, before)
  await createRecordIn(deps, trx, actor, rts, {
    permit,
    kind: kindOf(before, cycleNo),
    ...(assignedTo !== undefined && { assignedTo }),
  })
  const last = await lockPackage(context, permit, cycleNo - 1)
  const next = last === undefined ? undefined : await lockPackage(context, permit, cycleNo)
  if (last !== undefined && next !== undefined) await carryChecklist(next, last.before, wrong)
}

const done: readonly Package['status'][] = ['SUBMITTED', 'RETURNED', 'CANCELLED']

/** Marks the package as returned, which ends its cycle. */
export async function returnPackage(context: WriteContext, permit: string, cycleNo: number): Promise<void> {
  const found = await lockPackage(context, permit, cycleNo)
  if (found !== undefined && found.before.status !== 'CANCELLED')
    await setPackage(found, { status: 'RETURNED' })
}

/** Cancels the open package of a permit that ends without a decision. Source: domain.md 1.9. */
export async function cancelPackage(context: WriteContext, permit: string, cycleNo: number): Promise<void> {
  const found = await lockPackage(context, permit, cycleNo)
  if (found !== undefined && !done.includes(found.before.status))
    await setPackage(found, { status: 'CANCELLED' })
}

/** Freezes a submission: the current files of the permit, and a hash of them and the checklist. */
export async function freezePackage(
  context: WriteContext,
  permit: string,
  cycleNo: number,
  { confirmationNo }: Pick<TransitionBody, 'confirmationNo'>,
): Promise<void> {
  const found = await lockPackage(context, permit, cycleNo)
  if (found === undefined || found.before.status === 'SUBMITTED') return
  const files = await run(
    context.deps.database,
    context.trx,
    // Locked, so that no file is deleted or moved during the submission.
    sql`select f.pid, f.sha256 from files f where ${filesOfPackageSql(found)} order by f.pid for share`,
    z.object({ pid: z.string(), sha256: z.string().nullable() }),
  )
  const manifest = JSON.stringify({ files, checklist: found.before.checklist ?? [] })
  await setPackage(found, {
    status: 'SUBMITTED',
    submittedAt: context.now.toISOString(),
    submittedBy: context.actor.pid,
    frozenFiles: files.map(({ pid }) => pid),
    manifestHash: createHash('sha256').update(manifest).digest('hex'),
    ...(confirmationNo ? { confirmationNo } : {}),
  })
}
