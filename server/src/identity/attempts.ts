import { Refusal } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { addCounts } from '../plugins/rate-limit.queries.ts'
import { countedAddress } from './origin-of.ts'

const minuteMs = 60_000

/** So many in a window of so long; windows begin at whole minutes and hours, so that all servers count in the same one. */
export interface Limit {
  name: string
  most: number
  windowMs: number
}

export const limits = {
  failedSignIns: { name: 'sign-in', most: 10, windowMs: minuteMs },
  accountSignIns: { name: 'account', most: 10, windowMs: minuteMs },
  signUps: { name: 'sign-up', most: 20, windowMs: 60 * minuteMs },
  sendings: { name: 'send', most: 60, windowMs: 60 * minuteMs },
  ceremonies: { name: 'ceremony', most: 100, windowMs: minuteMs },
  loadReports: { name: 'loads', most: 60, windowMs: minuteMs },
} as const satisfies Record<string, Limit>

/** The key under which a request's address is counted. */
export const addressOf = (request: FastifyRequest): string => countedAddress(request.ip)

/**
 * Counts one attempt of `who` in the database, at once, so that neither a restart nor a second server forgets it. Throws 429 with
 * `Retry-After` when it is one too many. Answers how to take the count back, for what turns out not to have been a failure.
 */
export async function takeAttempt(deps: Deps, reply: FastifyReply, limit: Limit, who: string): Promise<() => Promise<void>> {
  const nowMs = deps.clock.now().getTime()
  const windowStartMs = Math.floor(nowMs / limit.windowMs) * limit.windowMs
  const key = `${limit.name} ${who}`
  const add = (count: number) => addCounts(deps.database, new Date(windowStartMs), [{ key, count }])
  const [counted] = await add(1)
  if (counted !== undefined && counted.total > limit.most) {
    const waitSeconds = Math.max(1, Math.ceil((windowStartMs + limit.windowMs - nowMs) / 1000))
    reply.header('retry-after', String(waitSeconds))
    throw new Refusal('rate-limited', `Too many attempts: try again in ${waitSeconds} s.`)
  }
  return async () => {
    await add(-1)
  }
}
