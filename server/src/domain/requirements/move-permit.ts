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
import {
  AskedSince,
  addAskedSince,
  checklistChanges,
  movedChecklist,
} from '@portal/contract/requirements-move'
import type { PermitRequirements, RecordOf, RecordValues, collections } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { lookUpOnce, run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { updatePackageContents } from '../packages/change-contents.ts'
import { ruleFieldNames } from './rule-field-names.ts'

type Permit = RecordOf<typeof collections.permits>
interface Package {
  status: unknown
  checklist: unknown
}

/** What a permit needs before and after a change, if it asks for other documents. */
interface Versions {
  from: PermitRequirements
  to: PermitRequirements
}

/**
 * What a write makes a permit ask of its packages; null if that are the same documents, so that no package
 * changes. Another agency or permit type counts for packages that are made afterwards.
 */
async function versionsOf(context: WriteContext, permit: Permit, after: Permit): Promise<Versions | null> {
  const { deps, trx } = context
  const codes = await lookUpOnce(
    context,
    sql`select code from authority_codes where pid = ${permit.authority}`,
    z.object({ code: z.string() }),
  )
  const askedOf = async (values: Permit) =>
    requirementsOf(
      await deps.requirements.at(values.requirementsNumber ?? 0, trx),
      requirementCase(
        { ...values, permitType: permit.permitType },
        codes.map(({ code }) => code),
      ),
    )
  const [from, to] = [await askedOf(permit), await askedOf(after)]
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
  after: Permit,
): Promise<void> {
  const versions = await versionsOf(context, permit, after)
  if (versions === null) return
  for (const { before } of await lockUnsent(context, pid)) {
    const { refusal } = movedPackage(before, versions)
    if (refusal !== null) throw new Refusal('transition-refused', refusal, { unmet: [refusal] })
  }
}

/** Another version of the requirements, or another value of a field that a condition of its version names? */
async function mayAskOtherwise({ deps, trx }: WriteContext, before: Permit, after: Permit): Promise<boolean> {
  if (before.requirementsNumber !== after.requirementsNumber) return true
  const names = ruleFieldNames(await deps.requirements.at(before.requirementsNumber ?? 0, trx))
  const [old, now]: RecordValues[] = [before, after]
  return [...names].some((name) => (old?.[name] ?? null) !== (now?.[name] ?? null))
}

/**
 * After a write of a permit, the packages that are not sent yet ask for the documents it needs now. A package
 * that is ready to submit does not change; it keeps what is asked for since, and is not submitted without it.
 */
export async function followRequirements(
  context: WriteContext,
  pid: string,
  before: Permit,
  after: Permit,
): Promise<void> {
  if (!(await mayAskOtherwise(context, before, after))) return
  const versions = await versionsOf(context, before, after)
  if (versions === null) return
  for (const locked of await lockUnsent(context, pid)) {
    const earlier = AskedSince.catch([]).parse(locked.before.askedSince ?? [])
    const { checklist, refusal } = movedPackage(locked.before, versions)
    if (earlier.length === 0 && refusal === null) {
      if (!sealed.includes(locked.before.status))
        await updatePackageContents(locked, { checklist, ...readinessOf(checklist) })
      continue
    }
    const since = addAskedSince(earlier, requirementDifferences(versions.from, versions.to).documents)
    const change = diffRecord(locked.before, { askedSince: since.length === 0 ? null : since })
    if (change.length > 0) await saveChanges(locked.context, locked.pid, locked.version + 1, change)
  }
}
