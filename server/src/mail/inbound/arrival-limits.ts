import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { MailDeps } from '../deps.ts'

const gigabyte = 1_000_000_000

/** Daily limits (UTC) per sender, per IP address and per mailbox. Source: decision 0033. */
const limits = {
  sender: { messages: 1_000, bytes: gigabyte },
  address: { messages: 5_000, bytes: 5 * gigabyte },
  mailbox: { messages: 5_000, bytes: 5 * gigabyte },
} as const

export type ArrivalKind = keyof typeof limits

const dayOf = ({ clock }: Pick<MailDeps, 'clock'>) => clock.now().toISOString().slice(0, 10)

/**
 * Counts a message of `bytes` for each key, up to the first whose limit is exceeded, and returns the kind of
 * that key; undefined if there is none. Refused messages count too, so that a sender who continues is not
 * accepted sooner.
 */
export async function countArrival(
  deps: MailDeps,
  keys: readonly [kind: ArrivalKind, key: string][],
  bytes: number,
): Promise<ArrivalKind | undefined> {
  const day = dayOf(deps)
  const { kysely } = deps.database
  let isFirst = false
  for (const [kind, key] of keys) {
    const counted = await kysely
      .insertInto('mail_arrivals')
      .values({ kind, key: key.slice(0, 320), day, messages: 1, bytes })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'key', 'day']).doUpdateSet({
          messages: sql<number>`mail_arrivals.messages + 1`,
          bytes: sql<number>`mail_arrivals.bytes + ${bytes}::bigint`,
        }),
      )
      .returning(['messages', sql<string>`bytes::text`.as('bytes')])
      .executeTakeFirstOrThrow()
    isFirst ||= counted.messages === 1
    if (counted.messages > limits[kind].messages || Number(counted.bytes) > limits[kind].bytes) return kind
  }
  // Counts of earlier days are not needed.
  if (isFirst) await kysely.deleteFrom('mail_arrivals').where('day', '<', day).execute()
  return undefined
}

/** Whether a mailbox has reached its quota (MAIL_QUOTA_MB). */
export function isFull(
  { environment, database }: Pick<MailDeps, 'environment' | 'database'>,
  mailbox: string,
): Promise<boolean> {
  return isFullWithin(environment, database.kysely, mailbox)
}

/** Like `isFull`, on the caller's connection. */
export async function isFullWithin(
  { mailQuotaMb }: MailDeps['environment'],
  db: Kysely<Tables>,
  mailbox: string,
): Promise<boolean> {
  return mailQuotaMb > 0 && (await heldBytes(db, mailbox)) >= mailQuotaMb * 1_000_000
}

async function heldBytes(db: Kysely<Tables>, mailbox: string): Promise<number> {
  const sum = sql<string>`coalesce(sum(size_bytes), 0)::text`.as('bytes')
  const { bytes } = await db
    .selectFrom('mail_messages')
    .select(sum)
    .where('mailbox', '=', mailbox)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Limits of unknown recipients reported as unknown, per connection and per IP address and hour. */
const maxUnknown = { connection: 5, address: 20 }
const unknownMs = 3_600_000
/** Maximum number of IP addresses kept in memory. */
const maxAddresses = 10_000

/**
 * Counts unknown recipients. Beyond the limit all recipients of a connection or an IP address get the same
 * answer, so that guessing reveals nothing.
 */
export class UnknownRecipients {
  readonly #nowMs: () => number
  readonly #byConnection = new Map<string, number>()
  readonly #byAddress = new Map<string, { count: number; untilMs: number }>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** `address` is null for the trusted relay, since it forwards mail of many senders. */
  isBeyond(connection: string, address: string | null): boolean {
    const known = address === null ? undefined : this.#byAddress.get(address)
    const isGuessing =
      known !== undefined && known.untilMs > this.#nowMs() && known.count >= maxUnknown.address
    return isGuessing || (this.#byConnection.get(connection) ?? 0) >= maxUnknown.connection
  }

  count(connection: string, address: string | null): void {
    this.#byConnection.set(connection, (this.#byConnection.get(connection) ?? 0) + 1)
    if (address === null) return
    const nowMs = this.#nowMs()
    const known = this.#byAddress.get(address)
    const isCurrent = known !== undefined && known.untilMs > nowMs
    if (!isCurrent && this.#byAddress.size >= maxAddresses) this.#byAddress.clear()
    this.#byAddress.set(
      address,
      isCurrent ? { ...known, count: known.count + 1 } : { count: 1, untilMs: nowMs + unknownMs },
    )
  }

  forget(connection: string): void {
    this.#byConnection.delete(connection)
  }
}
