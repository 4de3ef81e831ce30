import { CollectionName, roles } from '@portal/contract'
import { AppScope } from '@portal/contract/app-scopes'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { PlacedApp } from './deployed-remotes.ts'

const AppRow = z.object({
  pid: z.string(),
  version: z.number(),
  name_en: z.string(),
  name_es: z.string(),
  owner: z.string(),
  address: z.string(),
  roles: z.array(z.enum(roles)),
  page: z.boolean(),
  collections: z.array(CollectionName),
  scopes: z.array(AppScope),
  is_active: z.boolean(),
})
/** A registered app as it is stored. */
export type AppRow = z.infer<typeof AppRow>

const listText = `select pid, version, name_en, name_es, owner, address, roles, page, collections, scopes, is_active
  from apps where deleted_at is null`

/** All registered apps, oldest first. */
export async function listApps(database: Database): Promise<AppRow[]> {
  return database.query(`${listText} order by created_at, pid`, [], AppRow)
}

/** The registered app; undefined when there is none. */
export async function findApp(database: Database, pid: string): Promise<AppRow | undefined> {
  const [row] = await database.query(`${listText} and pid = $1`, [pid], AppRow)
  return row
}

/** Where each app that is on is shown. */
export async function listPlacedApps(database: Database): Promise<PlacedApp[]> {
  return (await listApps(database))
    .filter((row) => row.is_active)
    .map(({ pid, name_en: en, name_es: es, page, collections, roles: allowed }) => ({
      entry: { pid, name: { en, es }, page, collections },
      roles: allowed,
    }))
}
