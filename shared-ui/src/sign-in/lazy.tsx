import { lazyPart } from '../feedback/lazy-part.tsx'
import type { PasskeyListProps } from './PasskeyList.tsx'
import type { SessionListProps } from './SessionList.tsx'

/** Where somebody is signed in, and how to end a session. */
export const SessionList = lazyPart<SessionListProps>(() => import('./SessionList.tsx'))

/** The passkeys of a person, and how to rename or remove one. */
export const PasskeyList = lazyPart<PasskeyListProps>(() => import('./PasskeyList.tsx'))
