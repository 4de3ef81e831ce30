import { mayOverride, overrideCookie, overrideLifetimeMs, readOverrides } from '@portal/contract'
import type { Override, OverrideState } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { readSignedList, signedListCookie, writeSignedList } from './signed-list.ts'

const none = (allowed: boolean): OverrideState => ({ allowed, untilMs: 0, overrides: [] })
const purpose = 'overrides of remotes'

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
  if (!deps.environment.allowOverrides) return none(false)
  if (sessionUser === null || !mayOverride(sessionUser.role)) return none(true)
  const read = readSignedList(deps, purpose, sessionUser, cookie, overrideLifetimeMs)
  if (read === null) return none(true)
  return { allowed: true, untilMs: read.untilMs, overrides: readOverrides(read.list) }
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
  const value = writeSignedList(deps, purpose, sessionUser, list, overrideLifetimeMs)
  reply.setCookie(overrideCookie, value, { ...signedListCookie, maxAge: overrideLifetimeMs / 1000 })
}

/** Removes all overrides, so that every remote is loaded from the portal. */
export function dropOverrides(reply: FastifyReply): void {
  reply.clearCookie(overrideCookie, signedListCookie)
}
