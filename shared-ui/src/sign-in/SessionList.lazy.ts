import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { SessionListProps } from './SessionList.tsx'

/** Where somebody is signed in, and how to end a session. */
export const SessionList = lazyComponent<SessionListProps>(() => import('./SessionList.tsx'))
