import { languageOf } from './language.ts'
import { localize } from '#platform/language/localize.ts'
import { Refusal, invalid, issueSentence, problemTypes, refusalOf, toProblem } from '@portal/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { locales } from 'zod'
import type { z } from 'zod'
import type { PlatformDeps } from '../deps.ts'
import { isDiskFull, refusalOfDatabase } from '#platform/database/unavailable.ts'
import { errorAfterSession } from '#platform/sessions/optimistic-session.ts'

/** Maximum size of a JSON body. Source: contract.md 2. */
export const maxBodyBytes = 1_048_576

/** Translates Fastify's own errors into the contract's errors. */
function toRefusal(error: FastifyError): Refusal | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('too-large', 'The body is larger than 1 MB.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('unsupported-media-type', 'Send the body as application/json.')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal('validation-failed', 'The body is empty.', {
        errors: [{ path: 'body', code: 'required', detail: 'The body is empty.' }],
      })
    case 'FST_ERR_CTP_INVALID_JSON_BODY': {
      const detail =
        'The body is not JSON, or has a key that is not allowed (__proto__, constructor.prototype).'
      return new Refusal('validation-failed', detail, {
        errors: [{ path: 'body', code: 'malformed', detail }],
      })
    }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_VALIDATION':
      return new Refusal('validation-failed', 'The request cannot be read.', {
        errors: [{ path: 'body', code: 'malformed', detail: 'The request cannot be read.' }],
      })
    default:
      return null
  }
}

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  )
}

/** Replaces a library error with a 4xx status by a generic error, so that its message is not exposed. */
function refusalOfStatus(error: unknown): Refusal | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status < 400 || status >= 500) return null
  if (status === 403 || status === 404) return new Refusal('not-found', 'Nothing found at this address.')
  return new Refusal('validation-failed', 'The request cannot be read.', {
    errors: [{ path: 'request', code: 'malformed', detail: 'The request cannot be read.' }],
  })
}

/** PostgreSQL's error codes for a NUL, in text and in JSON. */
const unkeepableCodes: readonly unknown[] = ['22021', '22P05']

/** The error for a text with a NUL that no schema checked. PostgreSQL cannot store it. */
function refusalOfText(error: unknown): Refusal | null {
  if (!(error instanceof pg.DatabaseError) || !unkeepableCodes.includes(error.code)) return null
  return invalid(
    'request',
    'malformed',
    'The request has a character that can’t be saved (NUL). Remove it and try again.',
  )
}

/** The refusal for an error; null if it is an internal error. */
export function refusalFrom(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  return (isFastifyError(error) ? toRefusal(error) : null) ?? refusalOfText(error) ?? refusalOfStatus(error)
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = toProblem(refusal, request.id, localize(languageOf(request)))
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

const { localeError: spanishErrors } = locales.es()

/** Parses a value with its schema. Throws 400 that lists every invalid path. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  prefix = '',
): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // Parsed again for zod's Spanish messages. The messages of our own schemas are the same in both runs; they
  // are templates that are translated later.
  const spanish = schema.safeParse(value, { error: spanishErrors }).error?.issues ?? []
  throw refusalOf(parsed.error, prefix, (issue, place) => {
    const { message } = issue
    const es = spanish[place]?.message ?? message
    return es === message ? issueSentence(issue) : { en: message, es }
  })
}

/** The value of a parsed result. Throws 400 if it is invalid. */
export function fitting<Value>(parsed: z.ZodSafeParseResult<Value>, prefix = ''): Value {
  if (!parsed.success) throw refusalOf(parsed.error, prefix)
  return parsed.data
}

/**
 * Responds to every error with problem+json. An unexpected error is logged and becomes a 500 with the request
 * id and no details.
 */
export function addProblems(
  app: FastifyInstance,
  { memory, clock }: Pick<PlatformDeps, 'memory' | 'clock'>,
): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await errorAfterSession(request, reply, thrown)
    const unavailable = refusalOfDatabase(error)
    if (unavailable !== null) {
      if (isDiskFull(error)) memory.databaseFullAt = clock.now()
      request.log.warn({ err: error }, 'the database did not answer')
      return sendProblem(request, reply, unavailable)
    }
    const refusal = refusalFrom(error)
    if (refusal?.cause !== undefined) request.log.warn({ err: refusal.cause }, 'a service did not answer')
    if (refusal) return sendProblem(request, reply, refusal)
    request.log.error({ err: error }, 'unforeseen error')
    return sendProblem(request, reply, new Refusal('internal-error', problemTypes['internal-error'].title))
  })
}
