import { completeMap, seedMap } from '@portal/contract'
import type { PermitStatus, StatusMap } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'

/** Any number that no other advisory lock on the database has. */
const lockKey = 7_032_617

/**
 * The map in force as this server knows it. Numbers only rise, so an older answer that comes late changes
 * nothing.
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
 * The map in force. A call on records, which has asked for the configuration, or a step, which has taken hold
 * of it, knows the newest.
 */
export function statusMapOf(database: Database): StatusMap {
  return cache.get(database) ?? seedMap
}

function remember(database: Database, [row]: readonly StoredMap[]): void {
  if (row !== undefined && row.number > statusMapOf(database).number) cache.set(database, completeMap(row))
}

/**
 * Reads the map in force anew; the configuration does so with every version of its own, which a publication
 * raises.
 */
export async function refreshStatusMap(database: Database): Promise<void> {
  remember(database, await database.query<StoredMap>(newestText, []))
}

/**
 * Takes hold of the map until the transaction ends: no publication comes in between, and the map known is the
 * newest.
 */
export async function lockStatusMapShared(database: Database, trx: Transaction<Tables>): Promise<void> {
  await database.queryIn(trx, `select pg_advisory_xact_lock_shared(${lockKey})`, [])
  const [newest] = await database.queryIn<{ number: number }>(trx, numberText, [])
  if (newest?.number === statusMapOf(database).number) return
  remember(database, await database.queryIn<StoredMap>(trx, newestText, []))
}

/** Waits for every step under way and keeps all others waiting until the transaction ends. */
export async function lockStatusMapExclusive(database: Database, trx: Transaction<Tables>): Promise<void> {
  await database.queryIn(trx, `select pg_advisory_xact_lock(${lockKey})`, [])
}
