import { completeMap, seedMap } from '@portal/contract'
import type { PermitStatus, StatusMap } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'

/** Advisory lock key, unique in the database. */
const lockKey = 7_032_617

/**
 * The map in force as this server knows it. Map numbers only increase, so a late response with an older map
 * does not replace a newer one.
 */
const cache = new WeakMap<Database, StatusMap>()

const newestText = 'select number, statuses, moved from status_maps order by number desc limit 1'
const numberText = 'select coalesce(max(number), 0) as number from status_maps'

interface StoredMap {
  number: number
  statuses: PermitStatus[]
  moved: Record<string, string>
}

/**
 * The map in force. It is current in a request that has read the configuration version (every record call) or
 * holds the map's lock (every transition).
 */
export function statusMapOf(database: Database): StatusMap {
  return cache.get(database) ?? seedMap
}

function remember(database: Database, [row]: readonly StoredMap[]): void {
  if (row !== undefined && row.number > statusMapOf(database).number) cache.set(database, completeMap(row))
}

/**
 * Reads the map in force from the database. Runs with every new configuration version, and a publication
 * raises that version.
 */
export async function refreshStatusMap(database: Database): Promise<void> {
  remember(database, await database.query<StoredMap>(newestText, []))
}

/**
 * Locks the map until the transaction ends, so that no publication happens meanwhile, and loads the newest
 * map.
 */
export async function lockStatusMapShared(database: Database, trx: Transaction<Tables>): Promise<void> {
  await database.queryIn(trx, `select pg_advisory_xact_lock_shared(${lockKey})`, [])
  const [newest] = await database.queryIn<{ number: number }>(trx, numberText, [])
  if (newest?.number === statusMapOf(database).number) return
  remember(database, await database.queryIn<StoredMap>(trx, newestText, []))
}

/** Waits for running transitions and blocks new ones until the transaction ends. */
export async function lockStatusMapExclusive(database: Database, trx: Transaction<Tables>): Promise<void> {
  await database.queryIn(trx, `select pg_advisory_xact_lock(${lockKey})`, [])
}
