import type { Deps } from '../../deps.ts'
import type { StoreEntry } from './file-store.ts'

/** Longer than any upload takes: what is older and not done is given up. */
const unfinishedForMs = 24 * 60 * 60_000
/** Deleted files may be asked for again so long (contract.md section 2). */
const deletedForMs = 30 * 24 * 60 * 60_000
const sweepEveryMs = 60 * 60_000
/** A server that never runs for an hour sweeps too; one that starts has more to do at first. */
const firstSweepAfterMs = 5 * 60_000
const batch = 500

type SweepDeps = Pick<Deps, 'database' | 'store' | 'clock' | 'log'>

export interface Swept {
  /** Rows of uploads that never ended, and of files deleted long ago. */
  rows: number
  /** Objects and uploads in the store that no row knows any more. */
  objects: number
}

const unfinishedSql = `delete from files where pid in (select pid from files where status = 'uploading' and created_at < $1 and updated_at < $1 limit ${batch})
  returning pid`

/** What came into a folder while it was being deleted goes with it. */
const strandedSql = `update files f set deleted_at = p.deleted_at, deleted_by = p.deleted_by from files p
  where f.parent_pid = p.pid and p.deleted_at is not null and f.deleted_at is null returning f.pid`

/** Leaves first, round by round. */
const deletedSql = `with old as (select pid from files f where deleted_at < $1
    and not exists (select 1 from files c where c.parent_pid = f.pid) limit ${batch})
  delete from files f using old where f.pid = old.pid returning f.pid`

async function rowsOf(deps: SweepDeps, text: string, ...values: readonly unknown[]): Promise<number> {
  let swept = 0
  for (let gone = 1; gone > 0; swept += gone) gone = (await deps.database.slow<{ pid: string }>(text, values)).length
  return swept
}

/** What of these keys a row knows: as its bytes, or as the upload it waits for, which may have been frozen already. */
const ownedSql = `select store_key as key, false as waits from files where store_key = any($1::text[])
  union select upload_key, true from files where upload_key = any($1::text[]) and status = 'uploading' and deleted_at is null`

async function deleteOrphans(deps: SweepDeps, entries: readonly StoreEntry[]): Promise<number> {
  const rows = await deps.database.slow<{ key: string; waits: boolean }>(ownedSql, [entries.map(({ key }) => key)])
  const [known, awaited] = [new Set(rows.map(({ key }) => key)), new Set(rows.filter(({ waits }) => waits).map(({ key }) => key))]
  const orphans = entries.filter(({ key, kind }) => !(kind === 'object' ? known : awaited).has(key))
  for (const { key, kind } of orphans) await (kind === 'object' ? deps.store.delete(key) : deps.store.discardUpload(key))
  return orphans.length
}

async function sweepStore(deps: SweepDeps, before: Date): Promise<number> {
  let [waiting, swept]: [StoreEntry[], number] = [[], 0]
  for await (const entry of deps.store.list()) {
    // Whatever is young may be on its way to its row.
    if (entry.storedAt < before) waiting.push(entry)
    if (waiting.length < batch) continue
    swept += await deleteOrphans(deps, waiting)
    waiting = []
  }
  return swept + (await deleteOrphans(deps, waiting))
}

/** One round: uploads given up, files deleted 30 days ago, and what lies in the store for nobody. Two servers may sweep at once. */
export async function sweepFiles(deps: SweepDeps): Promise<Swept> {
  const now = deps.clock.now().getTime()
  const [unfinishedBefore, deletedBefore] = [new Date(now - unfinishedForMs), new Date(now - deletedForMs)]
  await rowsOf(deps, strandedSql)
  const rows = (await rowsOf(deps, unfinishedSql, unfinishedBefore)) + (await rowsOf(deps, deletedSql, deletedBefore))
  return { rows, objects: await sweepStore(deps, unfinishedBefore) }
}

/** Sweeps soon after the start, then every hour, until the answered function is called, which waits for a round under way. */
export function startSweeping(deps: SweepDeps): () => Promise<void> {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const sweep = async () => {
    try {
      deps.log.info(await sweepFiles(deps), 'files were swept')
    } catch (error) {
      deps.log.warn({ err: error }, 'files could not be swept; the next round tries again')
    }
    if (!isStopped) wait(sweepEveryMs)
  }
  const wait = (forMs: number) => {
    timer = setTimeout(() => {
      running = sweep()
    }, forMs).unref()
  }
  wait(firstSweepAfterMs)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
