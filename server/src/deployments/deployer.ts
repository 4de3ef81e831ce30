import { Refusal, dayIn, formatDay, isAdministrator, toRole, phrase } from '@portal/contract'
import { DeployTokenScope } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Author } from '#platform/federation/federation.queries.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { requireAccess } from '#platform/http/access.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'

/** Roles that may deploy, roll back and see deployments. Source: contract.md 10, 8. */
export const deployingRoles = ['admin', 'superadmin'] as const

/** What a token is used for. */
export type TokenAction = 'upload' | 'activate' | 'rollback'

/**
 * Whether a role may deploy this remote. The remote that administers the portal is reserved for superadmins.
 */
export function mayDeploy(role: Role | null, remote: string): boolean {
  return role !== null && (remote === 'admin' ? role === 'superadmin' : isAdministrator(role))
}

/** Throws 403 if the role may not deploy this remote. */
export function requireMayDeploy(role: Role | null, remote: string): void {
  if (!mayDeploy(role, remote))
    throw new Refusal(
      'forbidden',
      phrase('Only a superadmin can deploy {{remote}}, which administers the portal.', { remote }),
    )
}

const maxTokenLength = 200

function bearerOf(request: FastifyRequest): string | null {
  const { authorization } = request.headers
  return authorization === undefined ? null : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
}

const TokenRow = z.object({
  pid: z.string(),
  remote: z.string(),
  label: z.string(),
  scope: DeployTokenScope,
  expires_at: z.date(),
  revoked_at: z.date().nullable(),
  /** Role of the token's creator while they are active, else null. */
  role: z.string().nullable(),
})
type TokenRow = z.infer<typeof TokenRow>

const tokenText = `select t.pid, t.remote, t.label, t.scope, t.expires_at, t.revoked_at, u.role
  from deploy_tokens t left join users u on u.pid = t.created_by and u.deleted_at is null and u.status = 'ACTIVE' where t.token_hash = $1`

const invalidToken = () => new Refusal('unauthenticated', 'The deploy token is invalid or was revoked.')

/** Why a token does not permit this action, with a code for the audit; null if it does. */
function whyNot(
  token: TokenRow,
  remote: string,
  action: TokenAction,
  now: Date,
): { code: string; refusal: Refusal } | null {
  if (token.revoked_at !== null) return { code: 'revoked', refusal: invalidToken() }
  if (token.expires_at <= now) {
    const day = formatDay(dayIn('UTC', token.expires_at))
    const detail = phrase('The deploy token expired on {{day}}. Create a new one in Settings, Modules.', {
      day,
    })
    return { code: 'expired', refusal: new Refusal('unauthenticated', detail) }
  }
  if (!mayDeploy(toRole(token.role), token.remote)) {
    const detail =
      'The deploy token expired: its creator can no longer deploy this module. Create a new one in Settings, Modules.'
    return { code: 'maker', refusal: new Refusal('unauthenticated', detail) }
  }
  if (token.remote !== remote)
    return {
      code: 'remote',
      refusal: new Refusal(
        'forbidden',
        phrase('This deploy token is for {{remote}}, not for {{remote2}}.', {
          remote: token.remote,
          remote2: remote,
        }),
      ),
    }
  if (action !== 'upload' && token.scope === 'upload') {
    const detail =
      'This deploy token can only upload. An administrator activates the version in Settings, Modules.'
    const errors = [{ path: 'headers.authorization', code: 'upload-only', detail }]
    return { code: 'scope', refusal: new Refusal('forbidden', detail, { errors }) }
  }
  return null
}

/**
 * The deploy token of a call. Its use is recorded in the audit. Throws 401 for a token that is unknown,
 * revoked or expired or whose creator may no longer deploy, 403 for a token of another remote or for uploads
 * only.
 */
export async function tokenOf(
  deps: DomainDeps,
  request: FastifyRequest,
  remote: string,
  action: TokenAction,
): Promise<Author> {
  const bearer = bearerOf(request)
  if (bearer === null)
    throw new Refusal('unauthenticated', 'This call requires a deploy token: Authorization: Bearer <token>.')
  if (bearer === '' || bearer.length > maxTokenLength) throw invalidToken()
  const [token] = await deps.database.query(tokenText, [hashToken(bearer)], TokenRow)
  if (token === undefined) throw invalidToken()
  const at = deps.clock.now()
  const refused = whyNot(token, remote, action, at)
  const detail = { remote, token: token.label, action, refused: refused?.code ?? null }
  await deps.database.kysely.transaction().execute(async (trx) => {
    if (refused === null)
      await trx.updateTable('deploy_tokens').set({ last_used_at: at }).where('pid', '=', token.pid).execute()
    await writeAudit(trx, {
      kind: 'deploy-token-used',
      at,
      actor: null,
      person: null,
      origin: originOf(request),
      detail,
    })
  })
  if (refused !== null) throw refused.refusal
  return { person: null, token: token.pid }
}

/**
 * The author of an activation or rollback: a deploy token of that remote or an administrator's session.
 * Throws 401 and 403.
 */
export async function deployerOf(
  deps: DomainDeps,
  request: FastifyRequest,
  remote: string,
  action: TokenAction,
): Promise<Author> {
  if (bearerOf(request) !== null) return tokenOf(deps, request, remote, action)
  requireAccess(request, deployingRoles)
  const { pid, role } = sessionOf(request)
  requireMayDeploy(toRole(role), remote)
  return { person: pid, token: null }
}

/**
 * Requires an administrator's session or a valid deploy token of any remote, for what every team may read.
 * Throws 401 and 403.
 */
export async function requireDeployer(deps: DomainDeps, request: FastifyRequest): Promise<void> {
  const bearer = bearerOf(request)
  if (bearer === null) return requireAccess(request, deployingRoles)
  const [token] =
    bearer.length > maxTokenLength ? [] : await deps.database.query(tokenText, [hashToken(bearer)], TokenRow)
  if (token === undefined) throw invalidToken()
  await tokenOf(deps, request, token.remote, 'upload')
}
