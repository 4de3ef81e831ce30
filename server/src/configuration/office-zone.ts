import { initialTimeZone, zoneOr } from '@portal/contract'
import type { TimeZone } from '@portal/contract'
import type { Database } from '#database/database.ts'
import { findVersion } from './configuration.queries.ts'

interface Known {
  version: number
  zone: TimeZone
}

/** Read once a version and server: every call asks for it. */
const cache = new WeakMap<Database, Known>()

/**
 * The office's zone in the configuration whose version, just asked for, is this one; null before the first
 * start has written one.
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

/** The zone whose days count for the office, and for everybody who set none. Source: decision 0058. */
export async function officeZone(database: Database): Promise<TimeZone> {
  return officeZoneAt(database, await findVersion(database))
}
