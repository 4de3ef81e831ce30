import { signOffReset } from '@portal/contract'
import type { RecordValues } from '@portal/contract'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import type { FieldChange } from '#engine/write/writing.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'

const changedNow = ({ context, before }: LockedRecord<'rts'>): FieldChange => ({
  field: 'contentsChangedAt',
  from: before.contentsChangedAt ?? null,
  to: context.now.toISOString(),
})

/** Has the client approved what it was asked to approve? A change of the package takes that away. */
export const isApproved = ({
  clientApprovedAt,
  clientAskedAt,
}: Pick<LockedRecord<'rts'>['before'], 'clientApprovedAt' | 'clientAskedAt'>): boolean =>
  clientApprovedAt !== null && clientAskedAt !== null

/** Saves a changed package and resets its verification and approval, with an entry in its history. */
async function save(
  { context, pid, before, version }: LockedRecord<'rts'>,
  own: readonly FieldChange[],
): Promise<void> {
  await saveChanges(context, pid, version + 1, [...own, ...diffRecord(before, signOffReset)])
  if (isApproved(before)) context.signedOff?.push({ pid, act: 'LAPSED' })
}

/**
 * Writes changes of a locked package. If it was verified, or the client was asked to approve it, that is
 * reset. Does nothing if no value differs.
 */
export async function updatePackageContents(
  locked: LockedRecord<'rts'>,
  values: RecordValues,
): Promise<void> {
  const own = diffRecord(locked.before, values)
  const isLookedAt = Boolean(locked.before.clientAskedAt ?? locked.before.verifiedAt)
  if (own.length > 0) await save(locked, isLookedAt ? [...own, changedNow(locked)] : own)
}

/**
 * Gives a locked package a new version because its files have changed, so that nobody signs off files they
 * have not seen.
 */
export async function onFilesChanged(locked: LockedRecord<'rts'>): Promise<void> {
  await save(locked, [changedNow(locked)])
}
