import type { LocalDate, Role } from '@portal/contract'
import type { SeedRandom } from './random.ts'

/** A person of the seed; `role` is null while a request for access waits for approval. */
export interface SeedPerson {
  pid: string
  name: string
  email: string
  role: Role | null
  /** Organization of a client; null for staff. */
  org: string | null
  status: string
}

export interface SeedOrganization {
  pid: string
  name: string
  orgNo: string
  status: string
  /** Domain of the organization's invented addresses, such as `acme-plumbing.example`. */
  domain: string
}

export interface SeedPermit {
  pid: string
  refNo: string
  title: string
  org: string
  status: string
  bucket: 'processing' | 'processed'
  permitType: string
  authorityNumber: string | null
  issuedDate: LocalDate | null
  assignedTo: string | null
  /** Instant, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  createdAt: string
  /** Instant at which it entered its status. */
  statusChangedAt: string
}

export interface DemoAccount {
  pid: string
  name: string
  email: string
}

/**
 * What the seeds of other features (mail, files) build on: the records that stand already, and where chance
 * and time come from.
 *
 * A feature's seed may be asked again when the first start was killed before it answered. It therefore leaves
 * no duplicates: all its rows in one transaction, or identifiers from `random.pid` (the same on every call)
 * written with `on conflict do nothing`.
 */
export interface SeedContext {
  /** The day that counts as today. */
  today: LocalDate
  /** The present moment of the seed: nothing seeded lies after it. */
  now: Date
  /** Chance of this feature alone, the same for the same day, whatever other features draw. */
  random: SeedRandom
  people: readonly SeedPerson[]
  organizations: readonly SeedOrganization[]
  permits: readonly SeedPermit[]
  demo: {
    superadmin: DemoAccount
    admin: DemoAccount
    team: DemoAccount
    client: DemoAccount
    /** The demo client's organization; ACTIVE, the client is its ORG_ADMIN. */
    org: SeedOrganization
  }
}

/** The seed of one feature, run after the records stand: `seedMail`, `seedFiles`. */
export type FeatureSeed<Dependencies> = (deps: Dependencies, context: SeedContext) => Promise<void>
