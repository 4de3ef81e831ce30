import { isAdministrator } from '@portal/contract'
import type { MissingStep, CurrentUser, Language } from '@portal/contract'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { isFrozen } from '#platform/auth/freeze.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

function awaitedOf(sessionUser: SessionUser): MissingStep {
  if (sessionUser.isRequest) return 'approval'
  return sessionUser.stage === 'pre' ? 'passkey' : 'role'
}

/**
 * Response of `GET /api/auth/me`: the person with the pages and modules of their role. Both lists are empty
 * for a person without a role.
 */
export async function toCurrentUser(
  deps: DomainDeps,
  sessionUser: SessionUser,
  language: Language,
): Promise<CurrentUser> {
  const { pid, name, email, role, org, orgRole, timeZone, ownTimeZone, ownLanguage } = sessionUser
  const settings = { timeZone, ownTimeZone, language, ownLanguage }
  if (role === null)
    return {
      pid,
      name,
      email,
      role,
      org,
      ...settings,
      pages: {},
      modules: {},
      awaits: awaitedOf(sessionUser),
    }
  const { pages, modules } = (await currentConfiguration(deps)).roles[role]
  const frozen = isAdministrator(role) && (await isFrozen(deps.database)) ? { signInsFrozen: true } : {}
  return { pid, name, email, role, org, orgRole, ...settings, pages, modules, ...frozen }
}
