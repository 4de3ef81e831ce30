import { CurrentUser } from '@portal/contract'
import { unexpectedResponse, isProblem } from '../api/api-problem.ts'
import type { PortalStore } from '../portal/portal-store.ts'
import { requestUser, userUrl } from './request-user.ts'
import { sessionAtom } from './session.state.ts'
import type { Session } from './session.state.ts'

// The sign-in page uses these without the schema of the user (decision 0109).
export {
  actorAtom,
  authPendingAtom,
  isAdministratorAtom,
  roleAtom,
  sessionAtom,
  userAtom,
} from './session.state.ts'
export type { Session } from './session.state.ts'

/**
 * Asks who is signed in and puts the answer in the store. A 401 is a plain answer; any other failure is kept
 * for the page to tell. `answer` is that of an earlier request.
 */
export async function loadSession(store: PortalStore, result?: Promise<unknown>): Promise<Session> {
  const session = await askSession(result)
  store.set(sessionAtom, session)
  return session
}

/** Asks who is signed in and leaves the store as it is. */
export async function askSession(response: Promise<unknown> = requestUser()): Promise<Session> {
  try {
    const parsed = CurrentUser.safeParse(await response)
    if (!parsed.success) throw unexpectedResponse(userUrl, parsed.error)
    return { state: 'signed-in', user: parsed.data }
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) return { state: 'signed-out', failure: null }
    return { state: 'signed-out', failure: error instanceof Error ? error : new Error(String(error)) }
  }
}
