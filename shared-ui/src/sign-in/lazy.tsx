import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { PasskeyListProps } from './PasskeyList.tsx'
import type { SessionListProps } from './SessionList.tsx'

/** Where somebody is signed in, and how to end a session. */
export const SessionList = lazyComponent<SessionListProps>(() => import('./SessionList.tsx'))

/** The passkeys of a person, and how to rename or remove one. */
export const PasskeyList = lazyComponent<PasskeyListProps>(() => import('./PasskeyList.tsx'))
