import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** A mail that the portal sends automatically. */
interface Letter {
  to: string
  subject: string
  text: string
  html?: string
  headers?: readonly { name: string; value: string }[]
  /** Its outcome is that of deliveries of notifications; it is in no mailbox of the office. */
  isNotification?: boolean
}

/** A mail in the outbox. */
export interface PostedLetter {
  /** Id of the message. */
  message: string
  /** Its Message-ID, without angle brackets. */
  messageId: string
}

/** Adds a mail to the outbox in the transaction of the change it reports. */
export type Post = (trx: Transaction<Tables>, letter: Letter) => Promise<PostedLetter>

/** Dependencies of what sends mail; `openPost` returns null if mail is not configured. */
export interface PostingDeps extends DomainDeps {
  openPost: () => Promise<Post | null>
}
