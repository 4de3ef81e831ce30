import type { DomainDeps } from '#domain/deps.ts'
import type { OnceAWhile } from '#platform/auth/once-a-while.ts'
import type { PlatformMemory } from '#platform/deps.ts'
import type { ResolveDns } from './authentication/dns.ts'
import type { OfficeSenders } from './linking/office-senders.ts'
import type { RelayState } from './outbox/relay-state.ts'
import type { MailParser } from './parsing/mail-parser.ts'
import type { MailProvider } from './providers/mail-provider.ts'

/** What mail needs. */
export interface MailDeps extends DomainDeps {
  mail: MailProvider
  mailParser: MailParser
  /** Looks up the DNS records that mail authentication needs. */
  resolveDns: ResolveDns
  /** Openings of office mailboxes that were audited on the same day. */
  mailboxOpenings: OnceAWhile
  /** How the outgoing mail server answers. */
  relayState: RelayState
  memory: PlatformMemory & { officeSenders?: OfficeSenders }
}
