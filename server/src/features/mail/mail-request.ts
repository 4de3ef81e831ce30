import { Refusal } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { parse } from '../../plugins/problems.ts'
import { viewerOf } from '../../plugins/session.ts'
import { mailboxFor } from './mailbox.ts'

export const noMessage = () => new Refusal('not-found', 'There is no such message in this mailbox.')

/** The query of a call by its schema, and the mailbox it names; judged before anything is looked up. */
export async function readMailCall<Schema extends z.ZodType<{ mailbox?: string | undefined }>>(deps: Deps, request: FastifyRequest, schema: Schema) {
  const query = parse(schema, request.query, 'query')
  const viewer = viewerOf(request)
  if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
  return { query, viewer, mailbox: await mailboxFor(deps, viewer, query.mailbox) }
}

/** The ids in a path; whatever cannot be an id is not found. */
export function idsOf<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(request.params)
  if (!parsed.success) throw noMessage()
  return parsed.data
}
