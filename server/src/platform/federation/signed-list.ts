import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PlatformDeps } from '../deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

/** Options of a cookie with a signed list. */
export const signedListCookie = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const

/** What a list is for: a signature for one purpose is none for another. */
type Purpose = 'overrides of remotes' | 'previews of remotes'

/** A list that a session has chosen, until an expiry time. */
export interface SignedList {
  untilMs: number
  list: string
}

/**
 * Signs a list for one session and one expiry time. A cookie planted by someone else has no valid signature
 * for the session.
 */
function signatureOf(
  secretKey: string,
  purpose: Purpose,
  { sessionHash }: SessionUser,
  { untilMs, list }: SignedList,
): string {
  const key = createHmac('sha256', secretKey).update(purpose).digest()
  return createHmac('sha256', key).update(`${sessionHash} ${untilMs} ${list}`).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type SigningDeps = Pick<PlatformDeps, 'environment' | 'clock'>

/** The cookie value of a list that ends after `lifetimeMs`. */
export function writeSignedList(
  { environment, clock }: SigningDeps,
  purpose: Purpose,
  sessionUser: SessionUser,
  list: string,
  lifetimeMs: number,
): string {
  const untilMs = clock.now().getTime() + lifetimeMs
  const signature = signatureOf(environment.secretKey, purpose, sessionUser, { untilMs, list })
  return `${untilMs}|${list}|${signature}`
}

/** The list in a cookie; null if it has ended, is of another session, or was changed. */
export function readSignedList(
  { environment, clock }: SigningDeps,
  purpose: Purpose,
  sessionUser: SessionUser,
  cookie: string | undefined,
  lifetimeMs: number,
): SignedList | null {
  const [until = '', list = '', signature = ''] = (cookie ?? '').split('|')
  const untilMs = /^\d{1,16}$/.test(until) ? Number(until) : 0
  const nowMs = clock.now().getTime()
  const isCurrent = untilMs > nowMs && untilMs <= nowMs + lifetimeMs
  if (!isCurrent) return null
  const expected = signatureOf(environment.secretKey, purpose, sessionUser, { untilMs, list })
  return isSame(signature, expected) ? { untilMs, list } : null
}
