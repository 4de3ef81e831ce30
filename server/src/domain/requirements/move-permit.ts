import {
  Checklist,
  Refusal,
  packageStatus,
  readinessOf,
  requirementCase,
  requirementDifferences,
  requirementsOf,
  unsentPackages,
} from '@portal/contract'
import { checklistChanges, movedChecklist } from '@portal/contract/requirements-move'
import type { PermitRequirements, RecordOf, collections } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { lookUpOnce, run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { updatePackageContents } from '../packages/change-contents.ts'

type Permit = RecordOf<typeof collections.permits>
interface Package {
  status: unknown
  checklist: unknown
}

/** The requirements of a permit by two versions that ask for different documents. */
interface Versions {
  from: PermitRequirements
  to: PermitRequirements
}

/** Null if both versions ask for the same documents, so that no package changes. */
async function versionsOf(
  context: WriteContext,
  permit: Permit,
  number: number | null,
): Promise<Versions | null> {
  const { deps, trx } = context
  const codes = await lookUpOnce(
    context,
    sql`select code from authority_codes where pid = ${permit.authority}`,
    z.object({ code: z.string() }),
  )
  const asked = requirementCase(
    permit,
    codes.map(({ code }) => code),
  )
  const from = requirementsOf(await deps.requirements.at(permit.requirementsNumber ?? 0, trx), asked)
  const to = requirementsOf(await deps.requirements.at(number ?? 0, trx), asked)
  return requirementDifferences(from, to).documents.length === 0 ? null : { from, to }
}

/** Packages that are about to be sent do not change without someone who reopens them. */
const sealed: readonly unknown[] = [packageStatus.READY, packageStatus.SUBMITTING]

/** What a move does to a package, and why it cannot be done now. */
export function movedPackage({ status, checklist }: Package, { from, to }: Versions) {
  const before = Checklist.catch([]).parse(checklist ?? [])
  const after = movedChecklist(before, from, to)
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  return {
    checklist: after,
    changes: checklistChanges(before, after, to),
    refusal:
      !isSame && sealed.includes(status)
        ? 'The package is ready to submit and would change. Reopen it first.'
        : null,
  }
}

/** Locks the packages of a permit that are not sent yet. */
async function lockUnsent(context: WriteContext, permit: string): Promise<LockedRecord<'rts'>[]> {
  const rows = await run(
    context.deps.database,
    context.trx,
    sql`select r.pid from rts r where r.permit = ${permit} and r.deleted_at is null and r.status = any(${unsentPackages}::text[]) order by r.pid`,
    z.object({ pid: z.string() }),
  )
  const locked: LockedRecord<'rts'>[] = []
  for (const { pid } of rows) {
    const found = await lockRelated(context, 'rts', pid)
    if (found !== undefined) locked.push(found)
  }
  return locked
}

/** Throws 409 if the permit cannot have these requirements now. */
export async function requireMovable(
  context: WriteContext,
  pid: string,
  permit: Permit,
  to: number | null,
): Promise<void> {
  const versions = await versionsOf(context, permit, to)
  if (versions === null) return
  for (const { before } of await lockUnsent(context, pid)) {
    const { refusal } = movedPackage(before, versions)
    if (refusal !== null) throw new Refusal('transition-refused', refusal, { unmet: [refusal] })
  }
}

/** The packages that are not sent yet ask for the documents of the new version. */
export async function moveChecklists(
  context: WriteContext,
  pid: string,
  permit: Permit,
  to: number | null,
): Promise<void> {
  const versions = await versionsOf(context, permit, to)
  if (versions === null) return
  for (const locked of await lockUnsent(context, pid)) {
    const { checklist } = movedPackage(locked.before, versions)
    await updatePackageContents(locked, { checklist, ...readinessOf(checklist) })
  }
}
