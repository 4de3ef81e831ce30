import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Deps } from '../../deps.ts'

const gigabyte = 1_000_000_000

/**
 * What is taken on one day (UTC) from a sender, from an address, and for a mailbox. Source: decision 0033.
 */
const limits = {
  sender: { messages: 1_000, bytes: gigabyte },
  address: { messages: 5_000, bytes: 5 * gigabyte },
  mailbox: { messages: 5_000, bytes: 5 * gigabyte },
} as const

export type ArrivalKind = keyof typeof limits

const dayOf = ({ clock }: Pick<Deps, 'clock'>) => clock.now().toISOString().slice(0, 10)

/**
 * Counts a message of `bytes` for each key and answers the kind that is beyond its limit, undefined where
 * none is. What is refused counts,
 * too: whoever goes on sending too much is not heard sooner.
 */
export async function countArrival(
  deps: Deps,
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
  // Nobody asks for the days before.
  if (isFirst) await kysely.deleteFrom('mail_arrivals').where('day', '<', day).execute()
  return undefined
}

/** Does a mailbox hold as much as it may (MAIL_QUOTA_MB)? */
export function isFull(
  { environment, database }: Pick<Deps, 'environment' | 'database'>,
  mailbox: string,
): Promise<boolean> {
  return isFullWithin(environment, database.kysely, mailbox)
}

/** As `isFull`, on a connection the caller has. */
export async function isFullWithin(
  { mailQuotaMb }: Deps['environment'],
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

/**
 * So many unknown recipients of one connection, and of one address in an hour, are told that they are
 * unknown.
 */
const maxUnknown = { connection: 5, address: 20 }
const unknownMs = 3_600_000
/** More addresses than this are not remembered. */
const maxAddresses = 10_000

/**
 * Counts recipients nobody knows. Beyond the limit all recipients of a connection or an address get the same
 * answer, so that guessing tells nothing.
 */
export class UnknownRecipients {
  readonly #nowMs: () => number
  readonly #byConnection = new Map<string, number>()
  readonly #byAddress = new Map<string, { count: number; untilMs: number }>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** `address` is null for the trusted relay, which carries what others guess. */
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
