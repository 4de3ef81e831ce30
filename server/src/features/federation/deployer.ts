import { Refusal } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { By } from '#federation/federation.queries.ts'
import type { Deps } from '../../deps.ts'
import { requireAccess } from '../../plugins/access.ts'
import { sessionOf } from '../../plugins/session.ts'
import { hashToken } from '../../plugins/sessions.queries.ts'

/** Who may deploy, roll back, and see what is deployed. Source: contract.md section 10, 8. */
export const deployingRoles = ['admin', 'superadmin'] as const

const longestToken = 200

function bearerOf(request: FastifyRequest): string | null {
  const { authorization } = request.headers
  return authorization === undefined ? null : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
}

interface TokenRow {
  pid: string
  remote: string
}

/** The deploy token of a call, noted as used. Throws 401 for one that is unknown or revoked, 403 for one of another remote. */
export async function tokenOf(deps: Deps, request: FastifyRequest, remote: string): Promise<By> {
  const token = bearerOf(request)
  const refusal = new Refusal('unauthenticated', 'This call needs a deploy token: Authorization: Bearer <token>.')
  if (token === null) throw refusal
  if (token === '' || token.length > longestToken) throw new Refusal('unauthenticated', 'The deploy token is not valid, or was revoked.')
  const [row] = await deps.database.named<TokenRow>(
    'update deploy_tokens set last_used_at = $2 where token_hash = $1 and revoked_at is null returning pid, remote',
    [hashToken(token), deps.clock.now()],
  )
  if (row === undefined) throw new Refusal('unauthenticated', 'The deploy token is not valid, or was revoked.')
  if (row.remote !== remote) throw new Refusal('forbidden', `This deploy token is for ${row.remote}, not for ${remote}.`)
  return { person: null, token: row.pid }
}

/** Who activates or rolls back: a deploy token of that remote, or an administrator's session. Throws 401 and 403. */
export async function deployerOf(deps: Deps, request: FastifyRequest, remote: string): Promise<By> {
  if (bearerOf(request) !== null) return tokenOf(deps, request, remote)
  requireAccess(request, deployingRoles)
  return { person: sessionOf(request).pid, token: null }
}
