import { Approval, Refusal, Rejection, canManageRole, toRole, phrase } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { inTransaction } from '#engine/write/writing.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { requireNoFreeze } from '#platform/auth/freeze.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { postApproval } from '#domain/notifications/delivery/letters.ts'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { admitRequest } from './admit-request.ts'
import type { AccessRequestRow } from './admit-request.ts'
import { findRequest, forgetRequest } from './requests.queries.ts'

/** A pending request, locked. Throws 404 if there is none, 409 if it was already decided. */
async function lockOpenRequest(trx: Transaction<Tables>, pid: string): Promise<AccessRequestRow> {
  const request = await findRequest(trx, pid)
  if (request === undefined || request.setup_hash !== null)
    throw new Refusal('not-found', 'Request not found.')
  if (request.state === 'PENDING') return request
  const sentence =
    request.state === 'APPROVED' ? 'This request was already approved.' : 'This request was already rejected.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/** A person who was sent a confirmation link must confirm their address before approval. Throws 409. */
function requireVerified({
  confirm_hash: confirmHash,
  verified_at: verifiedAt,
  email,
}: AccessRequestRow): void {
  if (confirmHash === null || verifiedAt !== null) return
  const sentence = phrase(
    '{{email}} is not verified yet. The person must open the link sent to this address.',
    { email },
  )
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/**
 * Handler of `POST /api/auth/requests/{pid}/approve`: creates the person with the granted role and mails them
 * that they can sign in. Their passkey and open pages continue with that role. 403 for a role at or above
 * the administrator's own, 404, 400, and
 * 409 when the request was decided, its address is taken or not verified, or sign-ins are frozen.
 */
export async function approveRequest(
  deps: PostingDeps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<{ pid: string }> {
  const post = await deps.openPost()
  const userPid = await inTransaction(deps, async (trx) => {
    const open = await lockOpenRequest(trx, pid)
    await requireNoFreeze(trx)
    requireVerified(open)
    const place = parse(Approval, request.body ?? {}, 'body')
    if (toRole(place.role) !== null && !canManageRole(actor.role, place.role)) {
      throw new Refusal(
        'forbidden',
        phrase('Only a superadmin can assign the role {{role}}.', { role: place.role }),
      )
    }
    const made = await admitRequest(deps, trx, open, place, actor)
    const detail = { role: toRole(place.role), email: open.email }
    await writeAudit(trx, {
      kind: 'request-approved',
      at: deps.clock.now(),
      actor: actor.pid,
      person: made,
      request: pid,
      origin: originOf(request),
      detail,
    })
    await postApproval(deps, trx, post, { pid: made, email: open.email })
    return made
  })
  deps.writes.notify()
  deps.outbox.wake()
  return { pid: userPid }
}

/** Handler of `POST /api/auth/requests/{pid}/reject`: ends the request with its passkey and sessions. */
export async function rejectRequest(
  deps: DomainDeps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<void> {
  await inTransaction(deps, async (trx) => {
    const open = await lockOpenRequest(trx, pid)
    const { reason = null } = parse(Rejection, request.body ?? {}, 'body')
    const now = deps.clock.now()
    await trx
      .updateTable('access_requests')
      .set({ state: 'REJECTED', decided_at: now, decided_by: actor.pid, reason })
      .where('pid', '=', pid)
      .execute()
    await forgetRequest(trx, pid)
    const detail = { email: open.email, ...(reason !== null && { reason }) }
    await writeAudit(trx, {
      kind: 'request-rejected',
      at: now,
      actor: actor.pid,
      person: null,
      request: pid,
      origin: originOf(request),
      detail,
    })
  })
}
