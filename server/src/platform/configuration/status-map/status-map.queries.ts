import type { PermitStatus, StatusMap } from '@portal/contract'
import { seedMap } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { StoredMap, StoredStatuses } from './stored-map.ts'

const Person = z.object({ pid: z.string(), title: z.string() }).nullable()
export type Person = z.infer<typeof Person>

/** The draft as stored. `statuses` is null when there is no draft. */
export const StoredDraft = z.object({
  version: z.number(),
  statuses: StoredStatuses.nullable(),
  remap: z.record(z.string(), z.string()).nullable(),
  updated_at: z.date().nullable(),
  by: Person,
})
export type StoredDraft = z.infer<typeof StoredDraft>

const LockedDraft = StoredDraft.pick({ version: true, statuses: true, remap: true })

export const StoredMapVersion = StoredMap.extend({
  published_at: z.date().nullable(),
  by: Person,
  note: z.string().nullable(),
  reverted_to: z.number().nullable(),
  permits_moved: z.number(),
})
export type StoredMapVersion = z.infer<typeof StoredMapVersion>

const person = (alias: string) =>
  `case when ${alias}.pid is null then null else json_build_object('pid', ${alias}.pid, 'title', ${alias}.name) end as by`

export async function findMapDraft(database: Database): Promise<StoredDraft> {
  const [row] = await database.query(
    `select d.version, d.statuses, d.remap, d.updated_at, ${person('u')} from status_map_draft d left join users u on u.pid = d.updated_by where d.id = 1`,
    [],
    StoredDraft,
  )
  if (row === undefined) throw new Error('The draft of the status map is gone')
  return row
}

/** Locks the draft until the transaction ends. */
export async function lockMapDraft(
  database: Database,
  trx: Transaction<Tables>,
): Promise<z.infer<typeof LockedDraft>> {
  const [row] = await database.queryIn(
    trx,
    'select version, statuses, remap from status_map_draft where id = 1 for update',
    [],
    LockedDraft,
  )
  if (row === undefined) throw new Error('The draft of the status map is gone')
  return row
}

interface NewDraft {
  version: number
  statuses: readonly PermitStatus[] | null
  remap: Readonly<Record<string, string>> | null
  at: Date
  by: string
}

export async function saveMapDraft(
  database: Database,
  trx: Transaction<Tables>,
  { version, statuses, remap, at, by }: NewDraft,
): Promise<void> {
  await database.queryIn(
    trx,
    'update status_map_draft set version = $1, statuses = $2::jsonb, remap = $3::jsonb, updated_at = $4, updated_by = $5 where id = 1',
    [
      version,
      statuses === null ? null : JSON.stringify(statuses),
      remap === null ? null : JSON.stringify(remap),
      at,
      by,
    ],
  )
}

const maxVersions = 50

/** All publications, newest first; the map of a new portal comes last. */
export async function listVersions(database: Database): Promise<StoredMapVersion[]> {
  const rows = await database.query(
    `select m.number, m.statuses, m.moved, m.published_at, ${person('u')}, m.note, m.reverted_to, m.permits_moved
      from status_maps m left join users u on u.pid = m.published_by order by m.number desc limit ${maxVersions}`,
    [],
    StoredMapVersion,
  )
  const last = rows.at(-1)
  const first = {
    number: 0,
    statuses: [...seedMap.statuses],
    moved: {},
    published_at: null,
    by: null,
    note: null,
    reverted_to: null,
    permits_moved: 0,
  }
  return last === undefined || last.number === 1 ? [...rows, first] : rows
}

/** One publication; undefined if the number does not exist. */
export async function findMap(
  database: Database,
  trx: Transaction<Tables>,
  number: number,
): Promise<StatusMap | undefined> {
  if (number === 0) return seedMap
  const [row] = await database.queryIn(
    trx,
    'select number, statuses, moved from status_maps where number = $1',
    [number],
    StoredMap,
  )
  return row
}

interface NewMap extends StatusMap {
  at: Date
  by: string
  note: string | null
  revertedTo: number | null
  permitsMoved: number
}

export async function insertMap(database: Database, trx: Transaction<Tables>, map: NewMap): Promise<void> {
  await database.queryIn(
    trx,
    `insert into status_maps (number, statuses, moved, published_at, published_by, note, reverted_to, permits_moved)
      values ($1, $2::jsonb, $3::jsonb, $4, $5, $6, $7, $8)`,
    [
      map.number,
      JSON.stringify(map.statuses),
      JSON.stringify(map.moved),
      map.at,
      map.by,
      map.note,
      map.revertedTo,
      map.permitsMoved,
    ],
  )
}

/** Number of permits by status, without deleted records. */
export async function countByStatus(database: Database): Promise<Record<string, number>> {
  const rows = await database.query(
    'select status, sum(n)::bigint as n from permits_counts group by status having sum(n) > 0',
    [],
    z.object({ status: z.string(), n: z.number() }),
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

/** Which of these statuses have permits, including deleted records. */
export async function usedAmong(
  database: Database,
  trx: Transaction<Tables>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.queryIn(
    trx,
    'select k.key from unnest($1::text[]) as k(key) where exists (select 1 from permits p where p.status = k.key)',
    [[...keys]],
    z.object({ key: z.string() }),
  )
  return new Set(rows.map(({ key }) => key))
}
