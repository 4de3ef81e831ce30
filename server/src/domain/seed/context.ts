import type { LocalDate, Role } from '@portal/contract'
import type { SeedRandom } from './random.ts'

/** A person of the seed. `role` is null while their access request is pending. */
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
  /** Domain of the organization's generated addresses, such as `acme-plumbing.example`. */
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
  /** Instant of the last status change. */
  statusChangedAt: string
}

export interface DemoAccount {
  pid: string
  name: string
  email: string
}

/**
 * What the seeds of other features (mail, files) use: the records that exist already, and the sources of
 * randomness and time.
 *
 * A feature's seed may run again if the first start was killed before it finished, so it must not create
 * duplicates. It either writes all rows in one transaction, or uses identifiers from `random.pid` (equal on
 * every run) with `on conflict do nothing`.
 */
export interface SeedContext {
  /** The current day of the seed. */
  today: LocalDate
  /** The current time of the seed. Nothing is later than this. */
  now: Date
  /** Random source of this feature. It is equal for equal days and independent of other features. */
  random: SeedRandom
  people: readonly SeedPerson[]
  organizations: readonly SeedOrganization[]
  permits: readonly SeedPermit[]
  demo: {
    superadmin: DemoAccount
    admin: DemoAccount
    team: DemoAccount
    client: DemoAccount
    /** The demo client's organization. It is ACTIVE, and the client is its ORG_ADMIN. */
    org: SeedOrganization
  }
}

/** The seed of one feature, which runs after the records were created: `seedMail`, `seedFiles`. */
export type FeatureSeed<Dependencies> = (deps: Dependencies, context: SeedContext) => Promise<void>
