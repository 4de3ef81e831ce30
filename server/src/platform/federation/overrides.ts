import { createHmac, timingSafeEqual } from 'node:crypto'
import { mayOverride, overrideCookie, overrideLifetimeMs, readOverrides } from '@portal/contract'
import type { Override, OverrideState } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

const none = (allowed: boolean): OverrideState => ({ allowed, untilMs: 0, overrides: [] })
const options = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const

/**
 * Signs a list for one session and one expiry time. A cookie planted by someone else has no valid signature
 * for the session.
 */
function signatureOf(secretKey: string, { sessionHash }: SessionUser, untilMs: number, list: string): string {
  const key = createHmac('sha256', secretKey).update('overrides of remotes').digest()
  return createHmac('sha256', key).update(`${sessionHash} ${untilMs} ${list}`).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The remotes that this session loads from the user's own machine, if the server allows overrides. `allowed`
 * is also answered without a session, because a page may be older than its session; the list of overrides
 * needs a session. Source: S-19.
 */
export function overridesOf(
  deps: PlatformDeps,
  sessionUser: SessionUser | null,
  cookie: string | undefined,
): OverrideState {
  const { allowOverrides, secretKey } = deps.environment
  if (!allowOverrides) return none(false)
  if (sessionUser === null || !mayOverride(sessionUser.role)) return none(true)
  const [until = '', list = '', signature = ''] = (cookie ?? '').split('|')
  const untilMs = /^\d{1,16}$/.test(until) ? Number(until) : 0
  const nowMs = deps.clock.now().getTime()
  if (
    untilMs <= nowMs ||
    untilMs > nowMs + overrideLifetimeMs ||
    !isSame(signature, signatureOf(secretKey, sessionUser, untilMs, list))
  )
    return none(true)
  return { allowed: true, untilMs, overrides: readOverrides(list) }
}

/** Adds overrides to those of this session, for one hour. */
export function setOverrides(
  deps: PlatformDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
  asked: readonly Override[],
): void {
  const before = overridesOf(deps, sessionUser, request.cookies[overrideCookie]).overrides
  const others = before.filter(({ name }) => asked.every((each) => each.name !== name))
  const list = [...others, ...asked].map(({ name, origin }) => `${name}@${origin}`).join(',')
  const untilMs = deps.clock.now().getTime() + overrideLifetimeMs
  const value = `${untilMs}|${list}|${signatureOf(deps.environment.secretKey, sessionUser, untilMs, list)}`
  reply.setCookie(overrideCookie, value, { ...options, maxAge: overrideLifetimeMs / 1000 })
}

/** Removes all overrides, so that every remote is loaded from the portal. */
export function dropOverrides(reply: FastifyReply): void {
  reply.clearCookie(overrideCookie, options)
}
