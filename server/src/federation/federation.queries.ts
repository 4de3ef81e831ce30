import { RemoteManifest } from '@portal/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'

/** The build of a remote that is in force. */
export interface ActiveRemote {
  name: string
  version: string
  integrity: string
  manifest: RemoteManifest
}

export type ActivationReason = 'start' | 'deploy' | 'rollback'

/** Grows with every activation, whichever server makes it; 0 before the first. */
export async function findLastActivation(database: Database): Promise<number> {
  const [row] = await database.named<{ id: number | null }>('select max(id) as id from remote_activations', [])
  return row?.id ?? 0
}

/** What decides over modules: the last activation and the configuration's version (null before the first start). */
export interface Marks {
  activation: number
  configuration: number | null
}

/** The marks as columns of a SELECT list, for whoever asks the database something anyway. */
export const marksSql = `(select coalesce(max(id), 0) from remote_activations) as activation, (select version from configuration where id = 1) as configuration`

/** The marks as they are now, in one question. */
export async function findMarks(database: Database): Promise<Marks> {
  const [row] = await database.named<Marks>(`select ${marksSql}`, [])
  return row ?? { activation: 0, configuration: null }
}

const listActiveText = `select v.name, v.version, v.integrity, v.manifest
  from (select distinct on (name) name, version from remote_activations order by name, id desc) a
  join remote_versions v on v.name = a.name and v.version = a.version
  order by v.name`

/** The active build of every remote. */
export async function listActive(database: Database): Promise<ActiveRemote[]> {
  const rows = await database.named<{ name: string; version: string; integrity: string; manifest: unknown }>(listActiveText, [])
  return rows.map((row) => ({ ...row, manifest: RemoteManifest.parse(row.manifest) }))
}

export interface PublishedVersion {
  name: string
  version: string
  integrity: string
  manifest: RemoteManifest
  at: Date
  by: string | null
}

/** Notes a published build; one that is there already stays as it is. */
export async function insertVersion(kysely: Kysely<Tables>, { name, version, integrity, manifest, at, by }: PublishedVersion): Promise<void> {
  const row = { name, version, integrity, manifest: JSON.stringify(manifest), published_at: at, published_by: by, label: null }
  await kysely
    .insertInto('remote_versions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .execute()
}

/** Integrity of a version published before. */
export async function findIntegrity(kysely: Kysely<Tables>, name: string, version: string): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('remote_versions')
    .select('integrity')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.integrity
}

/** Which version is active, and whether a person ever chose one; activations of one remote wait for each other until the transaction ends. */
export async function lockActivation(trx: Transaction<Tables>, name: string): Promise<{ version: string | null; chosenByPerson: boolean }> {
  await trx.selectFrom('remote_versions').select('version').where('name', '=', name).forUpdate().execute()
  const rows = await trx.selectFrom('remote_activations').select(['version', 'reason']).where('name', '=', name).orderBy('id', 'desc').execute()
  return { version: rows[0]?.version ?? null, chosenByPerson: rows.some((row) => row.reason !== 'start') }
}

export async function insertActivation(
  trx: Transaction<Tables>,
  row: { name: string; version: string; reason: ActivationReason; at: Date; by: string | null },
): Promise<void> {
  await trx.insertInto('remote_activations').values(row).execute()
}
