import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Deps } from '../deps.ts'

/** A message the portal writes by itself. */
interface Letter {
  to: string
  subject: string
  text: string
}

/** Puts a letter into the outbox, in the transaction of what it tells of. */
export type Post = (trx: Transaction<Tables>, letter: Letter) => Promise<void>

/** What signing up needs besides: the way to send mail, or null where none is set up. */
export interface PostingDeps extends Deps {
  openPost: () => Promise<Post | null>
}
