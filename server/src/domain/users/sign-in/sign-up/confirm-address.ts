import { ConfirmAddress, Refusal } from '@portal/contract'
import type { Language } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { addressOf, countFailure, limits } from '#platform/auth/attempts.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import type { Post } from '#domain/users/sign-in/system-mail.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { confirmationTexts } from './texts.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'

/** Mails the confirmation link to the address of a request. The mail contains no text of the applicant. */
export async function askForConfirmation(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  post: Post,
  { pid, email, language }: { pid: string; email: string; language: Language },
): Promise<void> {
  const token = deps.ids.token()
  const { publicOrigin } = deps.environment
  await trx
    .updateTable('access_requests')
    .set({ confirm_hash: hashToken(token) })
    .where('pid', '=', pid)
    .execute()
  const say = confirmationTexts(language)
  const link = `${publicOrigin}/sign-up#confirm=${token}`
  const text = [say('somebody', { portal: publicOrigin }), say('open', { link }), say('ignore')].join('\n\n')
  await post(trx, { to: email, subject: say('subject'), text })
}

/**
 * Handler of `POST /api/auth/sign-up/confirm`: marks the address of a pending request as verified. Repeating
 * the call is harmless. 404 for an unknown link.
 */
export async function confirmAddress(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { token } = parse(ConfirmAddress, request.body ?? {}, 'body')
  const at = deps.clock.now()
  const isKnown = await deps.database.kysely.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('access_requests')
      .select(['pid', 'email', 'verified_at'])
      .where('confirm_hash', '=', hashToken(token))
      .where('state', '=', 'PENDING')
      .forUpdate()
      .executeTakeFirst()
    if (found === undefined) return false
    if (found.verified_at !== null) return true
    await trx.updateTable('access_requests').set({ verified_at: at }).where('pid', '=', found.pid).execute()
    const line = {
      at,
      actor: null,
      person: null,
      request: found.pid,
      origin: originOf(request),
      detail: { email: found.email },
    }
    await writeAudit(trx, { ...line, kind: 'address-verified' })
    return true
  })
  if (isKnown) return
  await countFailure(deps, reply, [limits.failedSignIns, addressOf(request)])
  throw new Refusal(
    'not-found',
    'This link is no longer valid: the request was decided or the link is incomplete.',
  )
}
