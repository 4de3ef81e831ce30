import type { RegisteredDomain } from './mail-hints.ts'

/** Domains and addresses of the office and its staff. */
export interface OfficeSenders {
  readAtMs: number
  /** Domains of the office and its staff. */
  domains: readonly RegisteredDomain[]
  /** Addresses by lower-case name. */
  addresses: ReadonlyMap<string, readonly string[]>
}
