import { retentionDays, retainedVersions } from '@portal/contract'
import { z } from 'zod'
import { deploymentStateOf } from '#platform/federation/deployment-state.ts'
import { listDeploymentSteps, listRemovals } from '#platform/federation/federation.queries.ts'
import { restorableSince } from '#platform/federation/registry.ts'
import type { DomainDeps } from '#domain/deps.ts'

const OldBuild = z.object({ name: z.string(), version: z.string() })

/**
 * Builds beyond the newest N that were last used more than N days ago. A build is used when it is activated
 * or deactivated.
 */
const oldText = `select name, version from (
    select v.name, v.version, row_number() over (partition by v.name order by v.published_at desc, v.version desc) as place,
      greatest(v.published_at,
        (select max(a.at) from remote_activations a where a.name = v.name and (a.version = v.version or a.from_version = v.version))) as used_at
    from remote_versions v where v.swept_at is null) as kept
  where (place > $1 or exists (
      select 1 from remote_removals r where r.name = kept.name and r.restored_at is null and r.removed_at < $2))
    and used_at < $2`

const previewedText = `select name, version from remote_previews where ended_at is null and expires_at > $1`

/**
 * Deletes the files of builds that are no longer needed and returns them. A build is kept if it is active, a
 * canary, previewed or the target of the next rollback, is among the newest 20, or was used within 30 days.
 * Of a remote that was removed 30 days ago, only builds that were uploaded since are kept. The history is
 * kept. This deletes from the database; `levelStore` deletes from the file store of each server.
 */
export async function sweepBuilds(deps: Pick<DomainDeps, 'database' | 'clock'>): Promise<string[]> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - retentionDays * 24 * 60 * 60_000)
  const needed = new Set<string>()
  for (const [name, steps] of await listDeploymentSteps(deps.database)) {
    const { active, canary, earlier } = deploymentStateOf(steps)
    for (const version of [active, canary?.version, earlier[0]]) needed.add(`${name} ${version}`)
  }
  for (const { name, version } of await listRemovals(deps.database, restorableSince(deps)))
    needed.add(`${name} ${version}`)
  const previewed = await deps.database.query(previewedText, [now], OldBuild)
  for (const { name, version } of previewed) needed.add(`${name} ${version}`)
  const old = await deps.database.slowQuery(oldText, [retainedVersions, before], OldBuild)
  const swept = old.filter(({ name, version }) => !needed.has(`${name} ${version}`))
  for (const { name, version } of swept) {
    await deps.database.kysely.transaction().execute(async (trx) => {
      await trx
        .updateTable('remote_versions')
        .set({ swept_at: now })
        .where('name', '=', name)
        .where('version', '=', version)
        .execute()
      await trx.deleteFrom('remote_files').where('name', '=', name).where('version', '=', version).execute()
      await trx
        .deleteFrom('remote_source_maps')
        .where('name', '=', name)
        .where('version', '=', version)
        .execute()
    })
  }
  return swept.map(({ name, version }) => `${name} ${version}`)
}
