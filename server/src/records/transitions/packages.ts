import { createHash } from 'node:crypto'
import { collections, signOffReset } from '@portal/contract'
import type { RecordValues, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import { createRecordIn } from '../create-record.ts'
import { diffRecord, saveChanges } from '../save-changes.ts'
import { run } from '../writing.ts'
import type { WriteContext } from '../writing.ts'
import { carryChecklist, requireAgain } from './client-documents.ts'
import type { WrongDocuments } from './wrong-documents.ts'
import { filesOfPackageSql } from './record-files.ts'
import { lockRelated } from './locked-record.ts'
import type { LockedRecord } from './locked-record.ts'

/** The package of a permit's submission cycle, locked. */
export async function lockPackage(
  context: WriteContext,
  permit: string,
  cycleNo: unknown,
): Promise<LockedRecord | undefined> {
  const [row] = await run<{ pid: string }>(
    context.deps.database,
    context.trx,
    sql`select r.pid from rts r where r.permit = ${permit} and r.cycle_no = ${cycleNo}::int and r.deleted_at is null`,
  )
  return lockRelated(context, 'rts', row?.pid)
}

/** Writes what a permit's step makes of its package. */
async function setPackage(
  { context, pid, before, version }: LockedRecord,
  values: RecordValues,
): Promise<void> {
  const changes = diffRecord(before, values)
  if (changes.length > 0) await saveChanges(context, pid, version + 1, changes)
}

function kindOf(permit: RecordValues, cycleNo: number): string {
  if (cycleNo > 1) return 'CORRECTION'
  if (permit['previousRevision']) return 'AMENDMENT'
  return permit['renewalOf'] ? 'RENEWAL' : 'FIRST'
}

/** Who prepares a new package: whoever looks after its permit, else whoever brings it into preparation. */
async function preparerOf(
  { deps, trx, actor }: WriteContext,
  permit: RecordValues,
): Promise<string | undefined> {
  const owner = permit['assignedTo'] ?? null
  const [found] = await run<{ pid: string }>(
    deps.database,
    trx,
    sql`select u.pid from users u where (u.pid = ${owner} or u.pid = ${actor.pid}) and u.deleted_at is null and u.status = 'ACTIVE'
      and lower(u.role) <> 'client' order by u.pid = ${owner} desc nulls last limit 1`,
  )
  return found?.pid
}

/**
 * A permit in preparation has a package for its cycle, with the checklist of its type; a later one goes on
 * with the documents of the one before. One that was given up with its permit is collected again, and whoever
 * stood behind it looks anew.
 */
export async function ensurePackage(
  { context, pid: permit, before }: LockedRecord,
  cycleNo: number,
  wrong: WrongDocuments = new Map(),
): Promise<void> {
  const found = await lockPackage(context, permit, cycleNo)
  if (found?.before['status'] === 'CANCELLED')
    await setPackage(found, { status: 'COLLECTING', ...signOffReset })
  if (found !== undefined) {
    const kept = wrong.size === 0 ? undefined : await lockPackage(context, permit, cycleNo)
    if (kept !== undefined) await requireAgain(kept, wrong)
    return
  }
  const { deps, trx, actor } = context
  const assignedTo = await preparerOf(context, before)
  await createRecordIn(deps, trx, actor, collections.rts, {
    permit,
    kind: kindOf(before, cycleNo),
    ...(assignedTo !== undefined && { assignedTo }),
  })
  const last = await lockPackage(context, permit, cycleNo - 1)
  const next = last === undefined ? undefined : await lockPackage(context, permit, cycleNo)
  if (last !== undefined && next !== undefined) await carryChecklist(next, last.before, wrong)
}

const done: readonly unknown[] = ['SUBMITTED', 'RETURNED', 'CANCELLED']

/** The package came back: its cycle is over. */
export async function returnPackage(context: WriteContext, permit: string, cycleNo: unknown): Promise<void> {
  const found = await lockPackage(context, permit, cycleNo)
  if (found !== undefined && found.before['status'] !== 'CANCELLED')
    await setPackage(found, { status: 'RETURNED' })
}

/** A permit that ends without a decision takes its open package out of every queue. Source: domain.md 1.9. */
export async function cancelPackage(context: WriteContext, permit: string, cycleNo: unknown): Promise<void> {
  const found = await lockPackage(context, permit, cycleNo)
  if (found !== undefined && !done.includes(found.before['status']))
    await setPackage(found, { status: 'CANCELLED' })
}

/** Freezes what is submitted: the files of the permit as they are, and a hash over them and the checklist. */
export async function freezePackage(
  context: WriteContext,
  permit: string,
  cycleNo: unknown,
  { confirmationNo }: Pick<TransitionBody, 'confirmationNo'>,
): Promise<void> {
  const found = await lockPackage(context, permit, cycleNo)
  if (found === undefined || found.before['status'] === 'SUBMITTED') return
  const files = await run<{ pid: string; sha256: string | null }>(
    context.deps.database,
    context.trx,
    // Locked, so that none of them is deleted or moved while it is submitted.
    sql`select f.pid, f.sha256 from files f where ${filesOfPackageSql(found)} order by f.pid for share`,
  )
  const manifest = JSON.stringify({ files, checklist: found.before['checklist'] ?? [] })
  await setPackage(found, {
    status: 'SUBMITTED',
    submittedAt: context.now.toISOString(),
    submittedBy: context.actor.pid,
    frozenFiles: files.map(({ pid }) => pid),
    manifestHash: createHash('sha256').update(manifest).digest('hex'),
    ...(confirmationNo ? { confirmationNo } : {}),
  })
}
