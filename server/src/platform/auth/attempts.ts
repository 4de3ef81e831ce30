import { Refusal, phrase } from '@portal/contract'
import { appLimits } from '@portal/contract/app-protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { addCounts } from '#platform/http/rate-limit.queries.ts'
import { clientAddress, countedAddress } from './origin-of.ts'

const minuteMs = 60_000

/**
 * A number of attempts per window. Windows start at fixed times (full minutes or hours), so that all servers
 * count in the same window.
 */
export interface Limit {
  name: string
  most: number
  windowMs: number
}

export const limits = {
  failedSignIns: { name: 'sign-in', most: 10, windowMs: minuteMs },
  accountSignIns: { name: 'account', most: 10, windowMs: minuteMs },
  signUps: { name: 'sign-up', most: 20, windowMs: 60 * minuteMs },
  /** Confirmation mails to one address. */
  confirmations: { name: 'confirm', most: 5, windowMs: 60 * minuteMs },
  sendings: { name: 'send', most: 60, windowMs: 60 * minuteMs },
  ceremonies: { name: 'ceremony', most: 100, windowMs: minuteMs },
  loadReports: { name: 'loads', most: 60, windowMs: minuteMs },
  /** Calls of one app for one person. */
  appCalls: { name: 'app-calls', most: appLimits.callsPerMinute, windowMs: minuteMs },
  /** Reports of one person by which canaries are judged. */
  judgedReports: { name: 'judged', most: 60, windowMs: 10 * minuteMs },
  /** Reports of one person by which error budgets are spent. */
  budgetReports: { name: 'budget', most: 60, windowMs: 10 * minuteMs },
  vitalReports: { name: 'vitals', most: 30, windowMs: minuteMs },
} as const satisfies Record<string, Limit>

/** The key under which limits count the address of a request. */
export const addressOf = (request: FastifyRequest): string => countedAddress(clientAddress(request))

/** A limit, and the key it is counted for. */
export type Attempt = readonly [limit: Limit, who: string]

const keyOf = ([limit, who]: Attempt) => `${limit.name} ${who}`
const windowOf = (deps: PlatformDeps, { windowMs }: Limit) =>
  Math.floor(deps.clock.now().getTime() / windowMs) * windowMs

function refuse(deps: PlatformDeps, reply: FastifyReply, limit: Limit): never {
  const waitSeconds = Math.max(
    1,
    Math.ceil((windowOf(deps, limit) + limit.windowMs - deps.clock.now().getTime()) / 1000),
  )
  reply.header('retry-after', String(waitSeconds))
  throw new Refusal(
    'rate-limited',
    phrase('Too many attempts: try again in {{waitSeconds}} s.', { waitSeconds }),
  )
}

async function add(deps: PlatformDeps, attempt: Attempt, count: number): Promise<number> {
  const [counted] = await addCounts(deps.database, new Date(windowOf(deps, attempt[0])), [
    { key: keyOf(attempt), count },
  ])
  return counted?.total ?? 0
}

/**
 * Counts one attempt of `who` in the database before it is processed, so that the count survives a restart
 * and applies to all servers. Throws 429 with `Retry-After` above the limit. Returns a function that undoes
 * the count, for an attempt that does not fail.
 */
export async function takeAttempt(
  deps: PlatformDeps,
  reply: FastifyReply,
  limit: Limit,
  who: string,
): Promise<() => Promise<void>> {
  if ((await add(deps, [limit, who], 1)) > limit.most) refuse(deps, reply, limit)
  return async () => {
    await add(deps, [limit, who], -1)
  }
}

/** Counts `count` events of `who`. Returns how many of them are within the limit. */
export async function takeWithin(
  deps: PlatformDeps,
  limit: Limit,
  who: string,
  count: number,
): Promise<number> {
  const before = (await add(deps, [limit, who], count)) - count
  return Math.max(0, Math.min(count, limit.most - before))
}

/**
 * Counts a failed attempt. Call it after the credential was verified, so that a valid credential is never
 * refused because of other people's failures. Above the limit it throws 429 with `Retry-After`, which
 * replaces the caller's own error.
 */
export async function countFailure(
  deps: PlatformDeps,
  reply: FastifyReply,
  ...attempts: readonly Attempt[]
): Promise<void> {
  const over: Limit[] = []
  for (const attempt of attempts) if ((await add(deps, attempt, 1)) > attempt[0].most) over.push(attempt[0])
  if (over[0] !== undefined) refuse(deps, reply, over[0])
}

const usedText = 'select 1 from rate_limits where key = $1 and window_start = $2 and count >= $3'

/** Whether one of these limits is used up. Does not count an attempt. */
export async function isUsedUp(deps: PlatformDeps, ...attempts: readonly Attempt[]): Promise<boolean> {
  for (const attempt of attempts) {
    const [limit] = attempt
    const rows = await deps.database.query(usedText, [
      keyOf(attempt),
      new Date(windowOf(deps, limit)),
      limit.most,
    ])
    if (rows.length > 0) return true
  }
  return false
}
