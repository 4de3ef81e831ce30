import { Refusal } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { principalColumn } from '#platform/auth/principal.ts'
import { deleteGrant } from '#platform/auth/microsoft-grants.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { removeSignInMethod } from '../remove-sign-in-method.ts'

/**
 * Handler of `DELETE /api/auth/microsoft`: unlinks the person's Microsoft accounts. Throws 404 when none is
 * linked, and the errors of `removeSignInMethod`. Also works when Microsoft sign-in is no longer configured.
 */
export function unlinkMicrosoft(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
): Promise<void> {
  return removeSignInMethod(deps, request, reply, sessionUser, async (trx, principal) => {
    const gone = await trx
      .deleteFrom('microsoft_identities')
      .where(principalColumn(principal), '=', principal.pid)
      .returning('name')
      .execute()
    if (gone.length === 0) throw new Refusal('not-found', 'No Microsoft account is linked to yours.')
    await deleteGrant(trx, principal.pid)
    return { kind: 'microsoft-removed', detail: { names: gone.map(({ name }) => name) } }
  })
}
