import { Checklist, collections, readinessOf, unsentPackages } from '@portal/contract'
import type { Actor, FileRoot } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { secondPersonSql } from '../permit-facts.ts'
import { notifyTransitions } from '../notifications/notify-transitions.ts'
import { run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { collectAgainUnlessReady } from './collect-again.ts'
import { updatePackageContents, onFilesChanged } from './change-contents.ts'
import { filesOfPermitSql, filesOfPackageSql } from '../documents/record-files.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'

/** The kind of file change: `coming` for added or renamed files, `leaving` for deleted or moved ones. */
export type PackageFileChange = 'coming' | 'leaving'

/**
 * The packages that may contain files of these roots and that are verified or awaiting a sign-off; for
 * leaving files, also packages whose checklist names a file.
 */
function packagesOf(
  { deps, trx }: WriteContext,
  roots: readonly FileRoot[],
  kind: PackageFileChange,
): Promise<{ pid: string; permit: string }[]> {
  const pidsIn = (table: string) =>
    roots.flatMap((root) =>
      root.kind === 'record' && collections[root.collection].table === table ? [root.pid] : [],
    )
  const [permits, tasks, packages] = [pidsIn('permits'), pidsIn('tasks'), pidsIn('rts')]
  if (permits.length + tasks.length + packages.length === 0) return Promise.resolve([])
  return run(
    deps.database,
    trx,
    sql`select r.pid, r.permit from rts r where (r.pid = any(${packages}::text[]) or r.permit = any(${permits}::text[])
        or r.permit in (select k.permit from tasks k where k.pid = any(${tasks}::text[])))
      and r.deleted_at is null and r.status = any(${unsentPackages}::text[])
      and (r.verified_at is not null or r.client_asked_at is not null or r.client_approved_at is not null or ${secondPersonSql}
        or (${kind === 'leaving'} and r.checklist @? '$[*].file ? (@ != null)'))
      order by r.permit, r.pid`,
    z.object({ pid: z.string(), permit: z.string() }),
  )
}

/** A fingerprint of the files of a package, used to detect changes. */
async function filesOf(locked: LockedRecord<'rts'>): Promise<string> {
  const { deps, trx } = locked.context
  const [row] = await run(
    deps.database,
    trx,
    sql`select md5(coalesce(string_agg(f.pid, ',' order by f.pid), '')) as files from files f
      where ${filesOfPackageSql(locked)}`,
    z.object({ files: z.string() }),
  )
  return row?.files ?? ''
}

/** The checklist of a package without files that no longer exist; their documents become missing. */
async function withoutGone({ context: { deps, trx }, before }: LockedRecord<'rts'>): Promise<Checklist> {
  const checklist = Checklist.catch([]).parse(before.checklist ?? [])
  const named = checklist.flatMap(({ file }) => (file === null ? [] : [file]))
  if (named.length === 0) return checklist
  const found = await run(
    deps.database,
    trx,
    sql`select f.pid from files f where f.pid = any(${named}::text[]) and ${filesOfPermitSql(before.permit)}`,
    z.object({ pid: z.string() }),
  )
  const there = new Set(found.map(({ pid }) => pid))
  return checklist.map((item) => {
    if (item.file === null || there.has(item.file)) return item
    if (item.state === 'WAIVED') return { ...item, file: null }
    return { ...item, state: 'MISSING', file: null, reason: 'Its file was deleted or moved.' }
  })
}

/**
 * Updates a package whose files have changed: it gets a new version, and missing documents must be provided
 * again.
 */
async function follow(locked: LockedRecord<'rts'>): Promise<void> {
  const checklist = await withoutGone(locked)
  if (JSON.stringify(checklist) === JSON.stringify(Checklist.catch([]).parse(locked.before.checklist ?? [])))
    await onFilesChanged(locked)
  else await updatePackageContents(locked, { checklist, ...readinessOf(checklist) })
  await collectAgainUnlessReady(locked.context, locked.pid)
}

/**
 * Changes files of these roots in the caller's transaction. Packages whose verified or approved files change
 * lose their sign-offs. Related records are locked in the same order as in transitions, so that the two
 * cannot deadlock.
 */
export async function changingFiles<Result>(
  deps: RecordDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  roots: readonly FileRoot[],
  change: () => Promise<Result>,
  kind: PackageFileChange = 'coming',
): Promise<Result> {
  const declaration = collections.rts
  const context: WriteContext = {
    deps,
    trx,
    actor,
    declaration,
    now: deps.clock.now(),
    today: todayOf(deps, actor),
    steps: [],
    signedOff: [],
  }
  const found = await packagesOf(context, roots, kind)
  if (found.length === 0) return change()
  await deps.statusMap.lockShared(trx)
  const held: { locked: LockedRecord<'rts'>; files: string }[] = []
  for (const { pid, permit } of found) {
    await lockRelated(context, 'permits', permit)
    const locked = await lockRelated(context, 'rts', pid)
    if (locked !== undefined && unsentPackages.includes(locked.before.status))
      held.push({ locked, files: await filesOf(locked) })
  }
  const result = await change()
  for (const { locked, files } of held) {
    if ((await filesOf(locked)) === files) continue
    await follow(locked)
  }
  await notifyTransitions(context)
  return result
}
