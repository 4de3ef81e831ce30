import { initialTimeZone, zoneOr } from '@portal/contract'
import type { TimeZone } from '@portal/contract'
import type { Database } from '#database/database.ts'
import { findVersion } from './configuration.queries.ts'

interface Known {
  version: number
  zone: TimeZone
}

/** Cached per server until the configuration version changes, because every request needs it. */
const cache = new WeakMap<Database, Known>()

/**
 * The office's time zone for the configuration version that was just read; null means that no configuration
 * is stored yet.
 */
export async function officeZoneAt(database: Database, version: number | null): Promise<TimeZone> {
  if (version === null) return initialTimeZone
  const known = cache.get(database)
  if (known?.version === version) return known.zone
  const [row] = await database.query<{ zone: string | null }>(
    `select config->>'timeZone' as zone from configuration where id = 1`,
    [],
  )
  const zone = zoneOr(row?.zone, initialTimeZone)
  cache.set(database, { version, zone })
  return zone
}

/** The time zone of the office, and of everyone who has set none. Source: decision 0058. */
export async function officeZone(database: Database): Promise<TimeZone> {
  return officeZoneAt(database, await findVersion(database))
}
