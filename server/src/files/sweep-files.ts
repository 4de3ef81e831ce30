import { z } from 'zod'
import {
  SweepRefusal,
  claimSweep,
  releaseSweep,
  requireSmallSweep,
} from '#platform/storage/store-identity.ts'
import type { StoreDeps } from '#platform/storage/store-identity.ts'
import type { StoreEntry } from '#platform/storage/file-store.ts'

/** Longer than any upload takes: older unfinished uploads are abandoned. */
const unfinishedForMs = 24 * 60 * 60_000
/** Deleted files can be restored for this long (contract.md 2). */
const deletedForMs = 30 * 24 * 60 * 60_000
const batch = 500

/** Orphaned bytes stay in the bin for this long. */
const binnedForMs = 30 * 24 * 60 * 60_000
/** Maximum number of objects moved per sweep, so that it ends. */
const maxMoved = 50_000

type SweepDeps = StoreDeps

export interface Swept {
  /** Deleted rows of abandoned uploads and of files deleted 30 days ago. */
  rows: number
  /** Objects and uploads without a row, moved to the bin. */
  objects: number
  /** Objects in the bin that have a row again after a restore of the database, moved back. */
  restored: number
  /** Permanently deleted from the bin. */
  purged: number
}

const unfinishedSql = `delete from files where pid in (select pid from files where status = 'uploading' and created_at < $1 and updated_at < $1 limit ${batch})
  returning pid, store_key`

/** Submitted files `f` are kept, also if they were deleted before such deletions were refused. */
const notSubmitted =
  'not exists (select 1 from rts r where r.frozen_files @> array[f.pid] and r.submitted_at is not null)'

/** Files added to a folder while it was being deleted are deleted with it. */
const strandedSql = `update files f set deleted_at = p.deleted_at, deleted_by = p.deleted_by from files p
  where f.parent_pid = p.pid and p.deleted_at is not null and f.deleted_at is null
    and ${notSubmitted} returning f.pid`

/** Only rows without children; repeated until the tree is gone. */
const deletedSql = `with old as (select pid from files f where deleted_at < $1
    and not exists (select 1 from files c where c.parent_pid = f.pid) and ${notSubmitted} limit ${batch})
  delete from files f using old where f.pid = old.pid returning f.pid, f.store_key`

/** Repeats a statement until it affects no row. Returns the number of affected rows and their store keys. */
async function rowsOf(
  deps: SweepDeps,
  text: string,
  ...values: readonly unknown[]
): Promise<{ rows: number; keys: string[] }> {
  const swept: { rows: number; keys: string[] } = { rows: 0, keys: [] }
  for (;;) {
    const gone = await deps.database.slowQuery(
      text,
      values,
      z.object({ store_key: z.string().nullable().optional() }),
    )
    if (gone.length === 0) return swept
    swept.rows += gone.length
    swept.keys.push(...gone.flatMap(({ store_key: key }) => key ?? []))
  }
}

/**
 * The keys that have a row: as the bytes of a file or of mail, or as an unfinished upload, which may already
 * be frozen.
 */
const ownedSql = `select store_key as key, false as waits from files where store_key = any($1::text[])
  union select store_key, false from mail_attachments where store_key = any($1::text[])
  union select raw_key, false from mail_messages where raw_key = any($1::text[])
  union select upload_key, true from files where upload_key = any($1::text[]) and status = 'uploading' and deleted_at is null`

async function isOrphan(
  deps: SweepDeps,
  entries: readonly Pick<StoreEntry, 'key' | 'kind'>[],
): Promise<boolean[]> {
  const rows = await deps.database.slowQuery(
    ownedSql,
    [entries.map(({ key }) => key)],
    z.object({ key: z.string(), waits: z.boolean() }),
  )
  const [known, awaited] = [
    new Set(rows.map(({ key }) => key)),
    new Set(rows.filter(({ waits }) => waits).map(({ key }) => key)),
  ]
  return entries.map(({ key, kind }) => !(kind === 'object' ? known : awaited).has(key))
}

/** The entries of a list in batches. */
async function* inBatches<Entry>(entries: AsyncIterable<Entry>): AsyncIterable<Entry[]> {
  let waiting: Entry[] = []
  for await (const entry of entries) {
    waiting.push(entry)
    if (waiting.length < batch) continue
    yield waiting
    waiting = []
  }
  if (waiting.length > 0) yield waiting
}

/**
 * Moves entries without a row to the bin, after all of them were found. Keys that were released by rows
 * deleted in this sweep do not count as unexplained.
 */
async function sweepStore(
  deps: SweepDeps,
  before: Date,
  released: ReadonlySet<string>,
  isConfirmed: boolean,
): Promise<number> {
  const orphans: StoreEntry[] = []
  let [all, unexplained] = [0, 0]
  for await (const entries of inBatches(deps.store.list())) {
    all += entries.length
    // Young entries may not have a row yet.
    const old = entries.filter(({ storedAt }) => storedAt < before)
    const orphaned = await isOrphan(deps, old)
    for (const [place, entry] of old.entries()) {
      if (orphaned[place] !== true) continue
      // Abandoned uploads are normal and do not count as unexplained.
      if (entry.kind === 'object' && !released.has(entry.key)) unexplained += 1
      if (orphans.length < maxMoved) orphans.push(entry)
    }
  }
  if (!isConfirmed) requireSmallSweep(unexplained, all)
  for (const { key, kind } of orphans) await deps.store.moveToBin(key, kind)
  return orphans.length
}

/** Restores entries that have a row again, and deletes what has been in the bin for 30 days. */
async function sweepBin(deps: SweepDeps, before: Date): Promise<Pick<Swept, 'restored' | 'purged'>> {
  const swept = { restored: 0, purged: 0 }
  for await (const entries of inBatches(deps.store.listBin())) {
    const files = entries.flatMap(({ key, kind }) => (kind === 'build' ? [] : [{ key, kind }]))
    const orphaned = await isOrphan(deps, files)
    const owned = new Set(
      files.filter((_, index) => orphaned[index] === false).map(({ key, kind }) => `${kind} ${key}`),
    )
    for (const { key, kind, binnedAt } of entries) {
      if (owned.has(`${kind} ${key}`)) {
        if (await deps.store.restoreFromBin(key, kind)) swept.restored += 1
      } else if (binnedAt < before) {
        await deps.store.purge(key, kind)
        swept.purged += 1
      }
    }
  }
  return swept
}

async function sweepClaimed(deps: SweepDeps, isConfirmed: boolean): Promise<Swept> {
  const now = deps.clock.now().getTime()
  const unfinishedBefore = new Date(now - unfinishedForMs)
  const { restored, purged } = await sweepBin(deps, new Date(now - binnedForMs))
  await rowsOf(deps, strandedSql)
  const [unfinished, deleted] = [
    await rowsOf(deps, unfinishedSql, unfinishedBefore),
    await rowsOf(deps, deletedSql, new Date(now - deletedForMs)),
  ]
  const released = new Set([...unfinished.keys, ...deleted.keys])
  const objects = await sweepStore(deps, unfinishedBefore, released, isConfirmed)
  return { rows: unfinished.rows + deleted.rows, objects, restored, purged }
}

/**
 * One sweep: deletes abandoned uploads and files deleted 30 days ago, and moves orphaned objects to the bin
 * for 30 more days. One server sweeps a store at a time; returns null while another one does. Throws
 * SweepRefusal without moving anything when the store belongs to another database, the database was restored,
 * or the sweep would move too much. Source: decision 0043.
 */
export async function sweepFiles(deps: SweepDeps): Promise<Swept | null> {
  const claim = await claimSweep(deps)
  if (claim === null) return null
  let problem: string | null = null
  try {
    return await sweepClaimed(deps, claim.isConfirmed)
  } catch (error) {
    problem = error instanceof SweepRefusal ? error.message : null
    throw error
  } finally {
    await releaseSweep(deps, claim.id, problem)
  }
}
