import { Refusal } from '@portal/contract'
import type { Session, SessionList } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { principalColumn } from '#platform/auth/principal.ts'
import type { Principal } from '#platform/auth/principal.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { endSessions } from '#platform/auth/session-changes.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

/** Valid sessions of a person or request, most recently used first. */
export async function listSessions(
  deps: DomainDeps,
  principal: Principal,
  current: string,
): Promise<SessionList> {
  const now = deps.clock.now()
  const rows = await deps.database.kysely
    .selectFrom('sessions')
    .select([
      'id',
      'token_hash',
      'method',
      'created_at',
      'last_seen_at',
      'idle_expires_at',
      'user_agent',
      'address',
    ])
    .where(principalColumn(principal), '=', principal.pid)
    .where('idle_expires_at', '>', now)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  const sessions = rows.map((row): Session => ({
    id: row.id,
    current: row.token_hash === current,
    method: row.method,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.idle_expires_at.toISOString(),
    userAgent: row.user_agent,
    address: row.address,
  }))
  return { sessions }
}

async function auditEnd(
  deps: DomainDeps,
  request: FastifyRequest,
  sessionUser: SessionUser,
  principal: Principal,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(deps.database.kysely, {
    kind: 'session-revoked',
    at: deps.clock.now(),
    actor: sessionUser.isRequest ? null : sessionUser.pid,
    person: principal.kind === 'person' ? principal.pid : null,
    request: principal.kind === 'request' ? principal.pid : null,
    origin: originOf(request),
    detail,
  })
}

/** Ends one session of a person or request immediately. Throws 404 for a session of another. */
export async function endSession(
  deps: DomainDeps,
  request: FastifyRequest,
  sessionUser: SessionUser,
  principal: Principal,
  id: string,
): Promise<void> {
  const result = await deps.database.kysely
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where(principalColumn(principal), '=', principal.pid)
    .executeTakeFirst()
  if (result.numDeletedRows === 0n) throw new Refusal('not-found', 'Session not found.')
  await auditEnd(deps, request, sessionUser, principal, { id })
}

/** Ends all other sessions of a person or request and returns their number. */
export async function endOtherSessions(
  deps: DomainDeps,
  request: FastifyRequest,
  sessionUser: SessionUser,
  principal: Principal,
): Promise<{ ended: number }> {
  const ended = await endSessions(deps.database.kysely, principal, sessionUser.sessionHash)
  await auditEnd(deps, request, sessionUser, principal, { ended })
  return { ended }
}
