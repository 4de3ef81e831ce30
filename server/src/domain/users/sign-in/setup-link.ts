import { hasRealSuperadmin } from '#platform/auth/demo-people.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { replaceSetupLink } from './auth.queries.ts'

const lifetimeMs = 24 * 60 * 60 * 1000

/**
 * The one-time link that creates the first superadmin, or null when a real superadmin can already sign in.
 * Otherwise every start creates a new link, which replaces the previous one. Only its hash is stored.
 */
export async function makeSetupLink(deps: DomainDeps): Promise<string | null> {
  if (await hasRealSuperadmin(deps)) return null
  const token = deps.ids.token()
  const now = deps.clock.now()
  await replaceSetupLink(deps.database.kysely, hashToken(token), now, new Date(now.getTime() + lifetimeMs))
  return `${deps.environment.publicOrigin}/sign-up#setup=${token}`
}
