import { Refusal, phrase } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '#platform/auth/attempts.ts'
import type { PlatformDeps } from '../deps.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'

const windowMs = 60_000
/**
 * Maximum number of addresses in memory. Above it the oldest address is dropped, so that many callers cannot
 * exhaust the memory.
 */
const maxAddresses = 50_000
/** Factor of the limit for files and pages: a page loads many files, and many people share one address. */
const generosity = 50

/**
 * Paths of calls that query the database for the caller. Everything else is a page, a file, or a download
 * with a signed URL.
 */
const counted = ['/api/', '/federation/', '/builds/', '/metrics', '/auth/microsoft/']
/** Cheap calls among them, which monitoring and, in demo mode, all visitors send. */
const cheap = /^\/api\/(health|auth\/demo)\b/

const isCheap = ({ url }: FastifyRequest) =>
  cheap.test(url) || !counted.some((prefix) => url.startsWith(prefix))

/**
 * Counts requests without a session per address and minute. Counts in memory only, so that anonymous requests
 * cost no query.
 */
export class AnonymousLimiter {
  readonly #mostAddresses: number
  #window = 0
  #counts = new Map<string, number>()

  constructor(mostAddresses = maxAddresses) {
    this.#mostAddresses = mostAddresses
  }

  /** Number of addresses counted in the current window. */
  get size(): number {
    return this.#counts.size
  }

  /** Counts a request. Returns the seconds to wait, or 0 if the request is allowed. */
  take(who: string, maxCount: number, nowMs: number): number {
    const window = Math.floor(nowMs / windowMs) * windowMs
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    const count = (this.#counts.get(who) ?? 0) + 1
    if (count === 1 && this.#counts.size >= this.#mostAddresses) this.#forgetOldest()
    this.#counts.set(who, count)
    return count > maxCount ? Math.max(1, Math.ceil((window + windowMs - nowMs) / 1000)) : 0
  }

  #forgetOldest(): void {
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest)
      return
    }
  }
}

/** Limits requests without a valid session to ANONYMOUS_RATE_LIMIT_PER_MINUTE (0 = off) per address. */
export function addAnonymousLimit(app: FastifyInstance, deps: PlatformDeps): void {
  const { anonymousRateLimitPerMinute: most } = deps.environment
  if (most === 0) return
  const [calls, files] = [new AnonymousLimiter(), new AnonymousLimiter()]
  app.addHook('onRequest', (request, reply, done) => {
    if (sessionUserOf(request) !== null) return done()
    const who = addressOf(request)
    const nowMs = deps.clock.now().getTime()
    const waitSeconds = isCheap(request)
      ? files.take(who, most * generosity, nowMs)
      : calls.take(who, most, nowMs)
    if (waitSeconds === 0) return done()
    reply.header('retry-after', String(waitSeconds))
    throw new Refusal(
      'rate-limited',
      phrase('Too many requests from your address: try again in {{waitSeconds}} s.', { waitSeconds }),
    )
  })
}
