import { signOffReset } from '@portal/contract'
import type { RecordValues } from '@portal/contract'
import { diffRecord, saveChanges } from '../save-changes.ts'
import type { FieldChange } from '../writing.ts'
import type { LockedRecord } from './locked-record.ts'

const changedNow = ({ context, before }: LockedRecord): FieldChange => ({
  field: 'contentsChangedAt',
  from: before['contentsChangedAt'] ?? null,
  to: context.now.toISOString(),
})

/** What a package loses, that its contents have changed: verification and approval, said in its history. */
async function save(
  { context, pid, before, version }: LockedRecord,
  own: readonly FieldChange[],
): Promise<void> {
  await saveChanges(context, pid, version + 1, [...own, ...diffRecord(before, signOffReset)])
  if (before['clientApprovedAt'] !== null && before['clientAskedAt'] !== null)
    context.signedOff?.push({ pid, act: 'LAPSED' })
}

/**
 * Writes what changes of a locked package; whoever stood behind it, or is asked to, looks again. Nothing
 * where nothing changes.
 */
export async function updatePackageContents(locked: LockedRecord, values: RecordValues): Promise<void> {
  const own = diffRecord(locked.before, values)
  const isLookedAt = Boolean(locked.before['clientAskedAt'] ?? locked.before['verifiedAt'])
  if (own.length > 0) await save(locked, isLookedAt ? [...own, changedNow(locked)] : own)
}

/**
 * The files of a locked package have changed: it is another version, so that nobody signs for what they have
 * not seen.
 */
export async function onFilesChanged(locked: LockedRecord): Promise<void> {
  await save(locked, [changedNow(locked)])
}
