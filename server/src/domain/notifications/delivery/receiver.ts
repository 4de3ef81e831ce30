import { Language, toOrgRole, toRole, zoneOr } from '@portal/contract'
import type { Actor, TimeZone } from '@portal/contract'
import { readPreferences } from '@portal/contract/notifications'
import type { StoredPreferences } from '@portal/contract/notifications'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { isOpenText } from '#platform/auth/demo-people.ts'
import { closedCollections } from '#platform/federation/registry.ts'
import { languageOfPersonText } from '#platform/language/language-of-person.ts'
import type { DomainDeps } from '../../deps.ts'

/** The person of a delivery, as they are now. */
export interface Receiver {
  pid: string
  email: string
  language: Language
  zone: TimeZone
  preferences: StoredPreferences
  /** What they may read; null for people who have no role or whose account is not active. */
  actor: Actor | null
  /** Collections of modules that are off for them. */
  closed: ReadonlySet<string>
}

const Row = z.object({
  pid: z.string(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  org: z.string().nullable(),
  org_role: z.string().nullable(),
  status: z.string().nullable(),
  time_zone: z.string().nullable(),
  preferences: z.unknown(),
  language: Language,
  is_open: z.boolean(),
})

/**
 * The receiver of a delivery; undefined when the account was deleted. Reads outside a transaction: call it
 * before one is open.
 */
export async function findReceiver(deps: DomainDeps, pid: string): Promise<Receiver | undefined> {
  const [row] = await deps.database.query(
    `select u.pid, u.email, u.role, u.org, u.org_role, u.status, u.time_zone, u.notification_prefs as preferences,
      ${languageOfPersonText} as language, ${isOpenText(deps.environment, 'u.pid')} as is_open
      from users u where u.pid = $1 and u.deleted_at is null`,
    [pid],
    Row,
  )
  if (row === undefined) return undefined
  const role = toRole(row.role)
  const zone = zoneOr(row.time_zone, await officeZone(deps))
  const isActive = row.status === 'ACTIVE' && row.is_open && role !== null
  return {
    pid,
    email: row.email ?? '',
    language: row.language,
    zone,
    preferences: readPreferences(row.preferences),
    actor: isActive ? { pid, role, org: row.org, orgRole: toOrgRole(row.org_role), timeZone: zone } : null,
    closed: isActive ? await closedCollections(deps, { pid, role }) : new Set(),
  }
}
