import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** A mail that the portal sends automatically. */
interface Letter {
  to: string
  subject: string
  text: string
}

/** Adds a mail to the outbox in the transaction of the change it reports. */
export type Post = (trx: Transaction<Tables>, letter: Letter) => Promise<void>

/** Dependencies of the sign-up; `openPost` returns null if mail is not configured. */
export interface PostingDeps extends DomainDeps {
  openPost: () => Promise<Post | null>
}
