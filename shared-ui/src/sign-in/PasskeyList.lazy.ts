import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { PasskeyListProps } from './PasskeyList.tsx'

/** The passkeys of a person, and how to rename or remove one. */
export const PasskeyList = lazyComponent<PasskeyListProps>(() => import('./PasskeyList.tsx'))
