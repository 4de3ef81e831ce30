import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'

const EndedRow = z.object({
  pid: z.string(),
  name: z.string(),
  version: z.string(),
  remove_build: z.boolean(),
})

const endedText = `select pid, name, version, remove_build from remote_previews
  where ended_at is not null or expires_at <= $1 order by created_at limit 500`

/**
 * A build that was uploaded for previews, and that neither a step of the history nor another preview needs.
 */
const unusedText = `update remote_versions v set swept_at = $3 where v.name = $1 and v.version = $2 and v.swept_at is null
    and not exists (select 1 from remote_activations a where a.name = v.name and (a.version = v.version or a.from_version = v.version))
    and not exists (select 1 from remote_previews p where p.name = v.name and p.version = v.version and p.ended_at is null and p.expires_at > $3)
  returning v.version`

/**
 * Deletes previews that have ended and the builds that were uploaded for them. Returns those builds. The
 * files leave the file store of each server with `levelStore`.
 */
export async function sweepPreviews({
  database,
  clock,
}: Pick<DomainDeps, 'database' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const swept: string[] = []
  for (const { pid, name, version, remove_build: isOwn } of await database.slowQuery(
    endedText,
    [now],
    EndedRow,
  )) {
    await database.kysely.transaction().execute(async (trx) => {
      await trx.deleteFrom('remote_previews').where('pid', '=', pid).execute()
      if (!isOwn) return
      const unused = await database.queryIn(
        trx,
        unusedText,
        [name, version, now],
        z.object({ version: z.string() }),
      )
      if (unused.length === 0) return
      await trx.deleteFrom('remote_files').where('name', '=', name).where('version', '=', version).execute()
      swept.push(`${name} ${version}`)
    })
  }
  return swept
}
