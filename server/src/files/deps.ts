import type { DomainDeps } from '#domain/deps.ts'
import type { PlatformMemory } from '#platform/deps.ts'

/** What files need. */
export interface FileDeps extends DomainDeps {
  memory: PlatformMemory & {
    /** Bytes stored by the office, as of a time in milliseconds. */
    officeUsage?: { bytes: number; at: number }
  }
}
