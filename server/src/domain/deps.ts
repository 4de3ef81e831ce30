import type { EngineDeps } from '#engine/deps.ts'
import type { OnceAWhile } from '#platform/auth/once-a-while.ts'
import type { WakeSignal } from '#platform/workers/wake-signal.ts'
import type { Scanner } from './scanning/scanner.ts'

/** What the areas of the domain and the features beside it need. */
export interface DomainDeps extends EngineDeps {
  scanner: Scanner
  /** Findings of the virus scanner that raised an alert within the hour; infected files are sent repeatedly. */
  virusFindings: OnceAWhile
  /** Wakes the outbox worker. */
  outbox: WakeSignal
}
