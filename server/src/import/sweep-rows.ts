import { z } from 'zod'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePid } from '@portal/contract'
import type { DomainDeps } from '#domain/deps.ts'
import { entriesIn, findFile } from '#platform/storage/find-file.ts'
import { uploadFolder } from './read-table.ts'

/** Upper bound for the duration of an upload. Older rows that no job waits for are abandoned. */
const oldestUploadMs = 24 * 60 * 60 * 1_000
const batch = 20_000

/** The id of a job is created when its upload starts, and ids sort by time. */
const sweepSql = `with old as (select r.job, r.row from import_rows r where r.job < $1
    and not exists (select 1 from jobs j where j.id = r.job and j.state in ('queued', 'running')) limit ${batch}),
  gone as (delete from import_rows r using old where r.job = old.job and r.row = old.row returning 1)
  select count(*) as gone from gone`

/**
 * Deletes the rows of uploads that were abandoned before their job was created, and of failed imports.
 * Returns the number of deleted rows.
 */
export async function sweepImportRows({
  database,
  clock,
}: Pick<DomainDeps, 'database' | 'clock'>): Promise<number> {
  const before = makePid(clock.now().getTime() - oldestUploadMs, new Uint8Array(16))
  let swept = 0
  for (let gone = batch; gone === batch; swept += gone) {
    const [row] = await database.slowQuery(sweepSql, [before], z.object({ gone: z.number() }))
    gone = row?.gone ?? 0
  }
  return swept
}

/** Deletes incomplete uploads of a killed server. Returns the number of deleted files. */
export async function sweepUploads({
  environment,
  clock,
}: Pick<DomainDeps, 'environment' | 'clock'>): Promise<number> {
  const folder = uploadFolder(environment.dataDir)
  const oldest = clock.now().getTime() - oldestUploadMs
  let swept = 0
  // The folder is created with the first import. Another server may finish an upload meanwhile.
  for (const { name } of await entriesIn(folder)) {
    const path = join(folder, name)
    const found = await findFile(path)
    if (found === null || found.storedAt.getTime() > oldest) continue
    await rm(path, { force: true })
    swept += 1
  }
  return swept
}
