import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '#platform/auth/origin-of.ts'
import type { PlatformDeps } from '../deps.ts'
import { readCall } from './crud-call.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'

const windowMs = 60_000
/**
 * Maximum number of audit rows per person and minute. The number of further refusals is written as one more
 * row.
 */
const maxRows = 10

interface Window {
  since: number
  rows: number
  /** Refusals above `maxRows`. */
  more: number
}

/** Counts the refusals of each person per minute. */
export class RefusalCounter {
  readonly #windows = new Map<string, Window>()

  /** Counts a refusal. Returns whether it gets its own audit row. */
  take(person: string, now: number): boolean {
    const known = this.#windows.get(person)
    const window = known === undefined ? { since: now, rows: 0, more: 0 } : known
    this.#windows.set(person, window)
    if (window.rows < maxRows) {
      window.rows += 1
      return true
    }
    window.more += 1
    return false
  }

  /**
   * The people whose window has ended (with `isLast`, all people), with the number of refusals that were not
   * written. Removes their windows.
   */
  over(now: number, isLast = false): { person: string; more: number }[] {
    const done = [...this.#windows].filter(([, { since }]) => isLast || now - since >= windowMs)
    for (const [person] of done) this.#windows.delete(person)
    return done.flatMap(([person, { more }]) => (more > 0 ? [{ person, more }] : []))
  }
}

const plainSegment = /^[A-Za-z0-9_.-]{1,64}$/

/**
 * The requested route without caller input. For a record call it is the path, with unusual segments replaced.
 */
function wantedOf(request: FastifyRequest): { method: string; path: string } {
  const { url = '' } = request.routeOptions
  const call = url === '/api/crud' ? readCall(request) : undefined
  if (call?.success !== true) return { method: request.method, path: url }
  const { method, apiPath } = call.data
  const segments = apiPath
    .replace(/^\//, '')
    .split('/', 8)
    .map((segment) => (plainSegment.test(segment) ? segment : '…'))
  return { method, path: `/${segments.join('/')}` }
}

/** Audits the 403 responses to people with a session, with a limited number of rows per person and minute. */
export function addRefusalAudit(app: FastifyInstance, deps: PlatformDeps): void {
  const queue = deps.audit
  const counter = new RefusalCounter()
  const tellMore = (isLast = false) => {
    for (const { person, more } of counter.over(deps.clock.now().getTime(), isLast)) {
      queue.add({
        kind: 'access-refused',
        at: deps.clock.now(),
        actor: person,
        person: null,
        origin: null,
        detail: { more },
      })
    }
  }
  const timer = setInterval(tellMore, windowMs).unref()
  app.addHook('onResponse', (request, reply, done) => {
    const viewer = reply.statusCode === 403 ? sessionUserOf(request) : null
    if (viewer !== null) {
      const now = deps.clock.now()
      tellMore()
      const own = viewer.isRequest ? { actor: null, request: viewer.pid } : { actor: viewer.pid }
      if (counter.take(viewer.pid, now.getTime())) {
        queue.add({
          kind: 'access-refused',
          at: now,
          person: null,
          ...own,
          origin: originOf(request),
          detail: wantedOf(request),
        })
      }
    }
    done()
  })
  // This hook must run last before the database closes.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    tellMore(true)
    await queue.close()
  })
}
