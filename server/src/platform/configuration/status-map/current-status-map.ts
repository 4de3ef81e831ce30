import { completeMap, seedMap } from '@portal/contract'
import type { StatusMap } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { StoredMap } from './stored-map.ts'
import { advisoryLocks } from '#platform/database/advisory-locks.ts'

const lockKey = advisoryLocks.statusMap

const newestText = 'select number, statuses, moved from status_maps order by number desc limit 1'
const numberText = 'select coalesce(max(number), 0) as number from status_maps'

/**
 * The status map in force, as this server knows it. Map numbers only increase, so a late response with an
 * older map does not replace a newer one.
 */
export class StatusMapService {
  readonly #database: Database
  #current = seedMap

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The map in force. It is current in a request that has read the configuration version (every record call)
   * or holds the map's lock (every transition).
   */
  get current(): StatusMap {
    return this.#current
  }

  #remember([row]: readonly StoredMap[]): void {
    if (row !== undefined && row.number > this.#current.number) this.#current = completeMap(row)
  }

  /**
   * Reads the map in force from the database. Runs with every new configuration version, and a publication
   * raises that version.
   */
  async refresh(): Promise<void> {
    this.#remember(await this.#database.query(newestText, [], StoredMap))
  }

  /**
   * Locks the map until the transaction ends, so that no publication happens meanwhile, and loads the newest
   * map.
   */
  async lockShared(trx: Transaction<Tables>): Promise<void> {
    await this.#database.queryIn(trx, `select pg_advisory_xact_lock_shared(${lockKey})`, [])
    const [newest] = await this.#database.queryIn(trx, numberText, [], z.object({ number: z.number() }))
    if (newest?.number === this.#current.number) return
    this.#remember(await this.#database.queryIn(trx, newestText, [], StoredMap))
  }

  /** Waits for running transitions and blocks new ones until the transaction ends. */
  async lockExclusive(trx: Transaction<Tables>): Promise<void> {
    await this.#database.queryIn(trx, `select pg_advisory_xact_lock(${lockKey})`, [])
  }
}
