import { initialTimeZone, zoneOr } from '@portal/contract'
import type { TimeZone } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { findVersion } from './configuration.queries.ts'

/** The office's time zone in a version of the configuration. Every request needs it. */
export interface KnownZone {
  version: number
  zone: TimeZone
}

interface ZoneDeps {
  database: Database
  memory: { officeZone?: KnownZone }
}

/** The time zone of the office as stored, also inside a transaction. */
export async function readOfficeZone(database: Database, trx?: Transaction<Tables>): Promise<TimeZone> {
  const text = `select config->>'timeZone' as zone from configuration where id = 1`
  const Row = z.object({ zone: z.string().nullable() })
  const [row] =
    trx === undefined ? await database.query(text, [], Row) : await database.queryIn(trx, text, [], Row)
  return zoneOr(row?.zone, initialTimeZone)
}

/**
 * The office's time zone for the configuration version that was just read; null means that no configuration
 * is stored yet.
 */
export async function officeZoneAt(
  { database, memory }: ZoneDeps,
  version: number | null,
): Promise<TimeZone> {
  if (version === null) return initialTimeZone
  if (memory.officeZone?.version === version) return memory.officeZone.zone
  const zone = await readOfficeZone(database)
  memory.officeZone = { version, zone }
  return zone
}

/** The time zone of the office, and of everyone who has set none. Source: decision 0058. */
export async function officeZone(deps: ZoneDeps): Promise<TimeZone> {
  return officeZoneAt(deps, await findVersion(deps.database))
}
