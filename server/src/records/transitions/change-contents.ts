import { contentsChanged } from '@portal/contract'
import type { RecordValues } from '@portal/contract'
import { changesOf, saveChanges } from '../save-changes.ts'
import type { Stood } from './standing.ts'

/** What a package loses, that its contents have changed: verification and approval, said in its history. */
async function save({ context, pid, before, version }: Stood, own: ReturnType<typeof changesOf>): Promise<void> {
  const lost = changesOf(before, contentsChanged)
  if (own.length + lost.length === 0) return
  await saveChanges(context, pid, version + 1, [...own, ...lost])
  if (before['clientApprovedAt'] !== null && before['clientAskedAt'] !== null) context.signedOff?.push({ pid, act: 'LAPSED' })
}

/** Writes what changes of a locked package; whoever stood behind it looks again. Nothing where nothing changes. */
export async function changeContents(stood: Stood, values: RecordValues): Promise<void> {
  const own = changesOf(stood.before, values)
  if (own.length > 0) await save(stood, own)
}

/** The files of a locked package have changed. */
export async function filesChanged(stood: Stood): Promise<void> {
  await save(stood, [])
}
