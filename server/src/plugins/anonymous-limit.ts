import { Refusal, phrase } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '#identity/attempts.ts'
import type { Deps } from '../deps.ts'
import { sessionUserOf } from './session.ts'

const windowMs = 60_000
/**
 * So many addresses are counted at a time; beyond that the oldest is forgotten, so that many callers cost no
 * more memory.
 */
const maxAddresses = 50_000
/** Files and pages are the same for everybody, many to a page, and many people share an address. */
const generosity = 50

/**
 * Calls that ask the database for somebody in particular; everything else is a page, a file, or bytes with a
 * signed address.
 */
const counted = ['/api/', '/federation/', '/builds/', '/metrics', '/auth/microsoft/']
/** Of these the ones that cost little, and are asked by machines or, in demo mode, by everybody. */
const cheap = /^\/api\/(health|auth\/demo)\b/

const isCheap = ({ url }: FastifyRequest) =>
  cheap.test(url) || !counted.some((prefix) => url.startsWith(prefix))

/**
 * Counts calls without a session per address and minute, in this process alone: nothing is asked for a
 * stranger.
 */
export class AnonymousLimiter {
  readonly #mostAddresses: number
  #window = 0
  #counts = new Map<string, number>()

  constructor(mostAddresses = maxAddresses) {
    this.#mostAddresses = mostAddresses
  }

  /** How many addresses are counted at the moment. */
  get size(): number {
    return this.#counts.size
  }

  /** Seconds to wait, or 0 when the caller may go on. */
  take(who: string, most: number, nowMs: number): number {
    const window = Math.floor(nowMs / windowMs) * windowMs
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    const count = (this.#counts.get(who) ?? 0) + 1
    if (count === 1 && this.#counts.size >= this.#mostAddresses) this.#forgetOldest()
    this.#counts.set(who, count)
    return count > most ? Math.max(1, Math.ceil((window + windowMs - nowMs) / 1000)) : 0
  }

  #forgetOldest(): void {
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest)
      return
    }
  }
}

/**
 * Holds whoever has no session to ANONYMOUS_RATE_LIMIT_PER_MINUTE (0 = off) per address. Cookies that open
 * nothing are no session.
 */
export function addAnonymousLimit(app: FastifyInstance, deps: Deps): void {
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
