import { SignUp } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, limits, takeAttempt } from '#platform/auth/attempts.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { requireNotFrozen } from '#platform/auth/freeze.ts'
import { openSession } from '../open-session.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import { languageOf } from '#platform/http/language.ts'
import { parse } from '#platform/http/problems.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { askForConfirmation } from './confirm-address.ts'

/**
 * Handler of `POST /api/auth/sign-up`: stores an access request and opens its session, without a role. Does
 * not look up whether the address is known, so neither response nor timing reveals it. Stores nothing while
 * sign-ins are frozen. Source: contract.md 3.
 */
export async function signUp(deps: PostingDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { name, email, organization } = parse(SignUp, request.body ?? {}, 'body')
  await takeAttempt(deps, reply, limits.signUps, addressOf(request))
  const post = await deps.openPost()
  if (post !== null) await takeAttempt(deps, reply, limits.confirmations, hashToken(email.toLowerCase()))
  const pid = deps.ids.pid()
  const at = deps.clock.now()
  const principal = { kind: 'request', pid } as const
  await deps.database.kysely.transaction().execute(async (trx) => {
    await requireNotFrozen(trx, principal)
    await trx
      .insertInto('access_requests')
      .values({
        pid,
        name,
        email,
        organization: organization === undefined || organization === '' ? null : organization,
        state: 'PENDING',
        created_at: at,
      })
      .execute()
    if (post !== null)
      await askForConfirmation(deps, trx, post, { pid, email, language: languageOf(request) })
    await writeAudit(trx, {
      kind: 'sign-up',
      at,
      actor: null,
      person: null,
      request: pid,
      origin: originOf(request),
      detail: { email },
    })
  })
  await openSession(deps, request, reply, { principal, method: 'sign-up', stage: 'pre' })
}
