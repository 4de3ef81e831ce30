import { hasRealSuperadmin } from '#identity/demo-people.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../plugins/sessions.queries.ts'
import { replaceSetupLink } from './auth.queries.ts'

const lifetimeMs = 24 * 60 * 60 * 1000

/**
 * The one-time link by which the first superadmin is made, or null when a real one can get in already. Every
 * other start makes a new link, and the one printed before opens nothing any more. Only its hash is kept.
 */
export async function makeSetupLink(deps: Deps): Promise<string | null> {
  if (await hasRealSuperadmin(deps)) return null
  const token = deps.ids.token()
  const now = deps.clock.now()
  await replaceSetupLink(deps.database.kysely, hashToken(token), now, new Date(now.getTime() + lifetimeMs))
  return `${deps.environment.publicOrigin}/sign-up#setup=${token}`
}
