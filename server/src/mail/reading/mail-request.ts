import { Refusal } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { originOf } from '#platform/auth/origin-of.ts'
import type { PendingSession } from '#platform/sessions/pending-session.ts'
import type { MailDeps } from '../deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { mailboxFor } from './mailbox.ts'

export const noMessage = () => new Refusal('not-found', 'Message not found in this mailbox.')

/** Records in the audit log, once a day per user, that an office mailbox was opened. */
function noteOpening(
  deps: MailDeps,
  request: FastifyRequest,
  sessionUser: SessionUser,
  mailbox: string,
): void {
  const at = deps.clock.now()
  if (!deps.mailboxOpenings.isFirst(`${sessionUser.pid} ${mailbox}`, at)) return
  deps.audit.add({
    kind: 'mailbox-opened',
    at,
    actor: sessionUser.pid,
    person: null,
    origin: originOf(request),
    detail: { mailbox },
  })
}

/**
 * Parses the query of a call and checks its mailbox before any lookup. An office mailbox is opened only after
 * the session was read, because the audit records it.
 */
export async function readMailCall<Schema extends z.ZodType<{ mailbox?: string | undefined }>>(
  deps: MailDeps,
  request: FastifyRequest,
  schema: Schema,
  pendingSession?: PendingSession,
) {
  const query = parse(schema, request.query, 'query')
  const viewer = sessionUserOf(request)
  if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
  const mailbox = await mailboxFor(deps, viewer, query.mailbox)
  if (mailbox !== viewer.pid) {
    await pendingSession?.resolve()
    noteOpening(deps, request, viewer, mailbox)
  }
  return { query, viewer, mailbox }
}

/** The ids in a path; an invalid id is not found. */
export function idsOf<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(request.params)
  if (!parsed.success) throw noMessage()
  return parsed.data
}
