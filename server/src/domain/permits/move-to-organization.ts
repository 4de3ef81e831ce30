import { noClientSignOff, recordRoot, unsentPackages } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { refreshSearchTextSql } from '#engine/search/search-text.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

/**
 * Approvals and returns of the former client do not count for the new one. Submitted packages are not
 * changed.
 */
async function dropApprovals(context: WriteContext, permit: string): Promise<void> {
  const { deps, trx } = context
  const open = await run(
    deps.database,
    trx,
    sql`select r.pid from rts r where r.permit = ${permit} and r.deleted_at is null and r.status = any(${unsentPackages}::text[])
      and (r.client_approved_at is not null or r.client_returned_at is not null) order by r.pid`,
    z.object({ pid: z.string() }),
  )
  for (const { pid } of open) {
    const found = await lockRelated(context, 'rts', pid)
    if (found !== undefined)
      await saveChanges(found.context, pid, found.version + 1, diffRecord(found.before, noClientSignOff))
  }
}

const MovedRow = z.object({ pid: z.string() })
type MovedRow = z.infer<typeof MovedRow>

/**
 * Moves tasks and packages of the permit to the organization; client tasks are then assigned to the new
 * client. Returns the roots of their files.
 */
async function moveFollowing(
  { deps, trx, actor, now }: WriteContext,
  permit: string,
  org: string | null,
): Promise<string[]> {
  const roots: string[] = []
  for (const table of ['tasks', 'rts'] as const) {
    const isTask = table === 'tasks'
    const assigned = isTask
      ? sql`, assigned_org = case when t.audience = 'CLIENT' then ${org} else t.assigned_org end`
      : sql``
    const told = isTask
      ? sql` || case when moved.audience = 'CLIENT' then jsonb_build_array(jsonb_build_object('field', 'assignedOrg', 'from', moved.former, 'to', moved.org))
          else '[]'::jsonb end`
      : sql``
    const entries = insertHistorySql({
      at: now,
      collection: sql.raw(
        isTask ? `case when moved.audience = 'CLIENT' then 'ctasks' else 'tasks' end` : `'rts'`,
      ),
      pid: sql.raw('moved.pid'),
      action: 'update',
      version: sql.raw('moved.version'),
      actor: actor.pid,
      changes: sql`(jsonb_build_array(jsonb_build_object('field', 'org', 'from', moved.former, 'to', moved.org))${told})`,
      from: sql.raw('from moved'),
    })
    const moved = await run(
      deps.database,
      trx,
      sql`with former as (select pid, org from ${sql.table(table)} where permit = ${permit} and org is distinct from ${org} order by pid for update),
        moved as (update ${sql.table(table)} t set org = ${org}, version = version + 1, updated_at = ${now}::timestamptz, updated_by = ${actor.pid}${assigned}
          from former where t.pid = former.pid returning t.*, former.org as former)
        ${entries} returning pid`,
      MovedRow,
    )
    roots.push(...moved.map(({ pid }) => recordRoot(table, pid)))
  }
  return roots
}

/**
 * Makes everything shared with the former client internal, until staff share it again: files, folders and
 * running uploads.
 */
async function closeFiles({ deps, trx, actor, now }: WriteContext, roots: readonly string[]): Promise<void> {
  const entries = insertHistorySql({
    at: now,
    collection: 'files',
    pid: sql.raw('closed.pid'),
    action: 'update',
    version: sql.raw('closed.version'),
    actor: actor.pid,
    changes: [{ field: 'visibility', from: 'CLIENT', to: 'INTERNAL' }],
    from: sql.raw('from closed where closed.deleted_at is null'),
  })
  await run(
    deps.database,
    trx,
    sql`with closed as (update files f set visibility = 'INTERNAL', version = version + 1, updated_at = ${now}::timestamptz, updated_by = ${actor.pid}
        where f.root = any(${roots}::text[]) and f.visibility = 'CLIENT' returning f.pid, f.version, f.deleted_at)
      ${entries}`,
  )
}

/**
 * When a permit changes its client, its tasks and packages move with it, so that the former client no longer
 * sees them. Files shared with the former client become internal, and its approvals are dropped. The new
 * client reads notes and history only from the change on.
 */
export async function moveToOrganization(
  context: WriteContext,
  permit: string,
  org: string | null,
): Promise<void> {
  const { deps, trx } = context
  const roots = await moveFollowing(context, permit, org)
  await closeFiles(context, [recordRoot('permits', permit), ...roots])
  // The client's name is part of the search text of these records. Payments stay with the former client, and
  // the permit is removed from their search text.
  for (const table of ['tasks', 'rts', 'payments'] as const)
    await deps.database.queryIn(trx, refreshSearchTextSql(table, 't.permit = $1'), [permit])
  await dropApprovals(context, permit)
}
