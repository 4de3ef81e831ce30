import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { PasskeyListProps } from './PasskeyList.tsx'
import type { SessionListProps } from './SessionList.tsx'

/** The sessions of a person, with a button to end each. */
export const SessionList = lazyComponent<SessionListProps>(() => import('./SessionList.tsx'))

/** The passkeys of a person, with buttons to rename or remove each. */
export const PasskeyList = lazyComponent<PasskeyListProps>(() => import('./PasskeyList.tsx'))
