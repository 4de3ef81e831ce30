import { lazyComponent } from '../../../feedback/lazy-part.tsx'
import type { LeaveGuardProps } from './LeaveGuard.tsx'

/** Asks before what is not saved is left. Stands there while there is something to lose. */
export const LeaveGuard = lazyComponent<LeaveGuardProps>(async () => ({
  default: (await import('./LeaveGuard.tsx')).LeaveGuard,
}))
