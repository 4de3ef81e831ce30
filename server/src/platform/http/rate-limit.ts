import { Refusal, phrase } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { addCounts } from './rate-limit.queries.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'

const windowMs = 60_000
const flushEveryMs = 1_000

interface Count {
  /** Requests since the last flush. */
  fresh: number
  /** Total of all servers at the last flush. */
  total: number
}

/**
 * Counts requests per session and minute in memory. Once a second it adds the counts to the database and
 * reads the totals of all servers. No request waits for the database; the counts of other servers are up to a
 * second old, and a crash loses at most a second.
 */
export class SessionLimiter {
  readonly #deps: PlatformDeps
  #window = 0
  #counts = new Map<string, Count>()

  constructor(deps: PlatformDeps) {
    this.#deps = deps
  }

  /** Counts a request. Returns the seconds to wait, or 0 if the request is allowed. */
  take(sessionHash: string): number {
    const now = this.#deps.clock.now().getTime()
    const window = Math.floor(now / windowMs) * windowMs
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    const count = this.#counts.get(sessionHash) ?? { fresh: 0, total: 0 }
    this.#counts.set(sessionHash, count)
    count.fresh += 1
    const isOver = count.total + count.fresh > this.#deps.environment.rateLimitPerMinute
    return isOver ? Math.ceil((window + windowMs - now) / 1000) : 0
  }

  async flush(): Promise<void> {
    const [window, counts] = [this.#window, this.#counts]
    const fresh = [...counts]
      .filter(([, count]) => count.fresh > 0)
      .map(([key, count]) => ({ key, count: count.fresh }))
    if (fresh.length === 0) return
    for (const { key, count } of fresh) this.#change(counts, key, -count, count)
    const totals = await addCounts(this.#deps.database, new Date(window), fresh)
    for (const { key, total } of totals) {
      const count = counts.get(key)
      if (count) count.total = total
    }
  }

  #change(counts: Map<string, Count>, key: string, fresh: number, total: number): void {
    const count = counts.get(key)
    if (!count) return
    count.fresh += fresh
    count.total += total
  }
}

/** Limits each session to RATE_LIMIT_PER_MINUTE (0 = off). Sign-in attempts have their own limits. */
export function addRateLimit(app: FastifyInstance, deps: PlatformDeps): void {
  if (deps.environment.rateLimitPerMinute === 0) return
  const limiter = new SessionLimiter(deps)
  const flush = () =>
    limiter.flush().catch((error: unknown) => deps.log.warn({ err: error }, 'request counts not saved'))
  const timer = setInterval(flush, flushEveryMs).unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    await flush()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const viewer = sessionUserOf(request)
    const waitSeconds = viewer === null ? 0 : limiter.take(viewer.sessionHash)
    if (waitSeconds === 0) return done()
    reply.header('retry-after', String(waitSeconds))
    throw new Refusal(
      'rate-limited',
      phrase('Too many requests: try again in {{waitSeconds}} s.', { waitSeconds }),
    )
  })
}
