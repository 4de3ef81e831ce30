import { languageOf } from '#platform/http/language.ts'
import { localize } from '#platform/language/localize.ts'
import { Refusal, problemTypes, toProblem } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusalOfDatabase } from '#platform/database/unavailable.ts'
import { refusalFrom } from '#platform/http/problems.ts'
import { isDatabaseError } from '#engine/query/reading.ts'
import { StoreRefusal } from '#platform/storage/file-store.ts'
import { submittedFileCode, submittedMeanwhile } from './submitted-files.ts'

/** Maps refusals of the embedded store to problems. Source: security checklist 63 to 66. */
function ofStore({ reason, message }: StoreRefusal): Refusal {
  switch (reason) {
    case 'full':
      return new Refusal('insufficient-storage', 'There is no space for this file. Contact an administrator.')
    case 'broken-off':
      return new Refusal('validation-failed', message)
    default:
      return new Refusal('forbidden', message)
  }
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof StoreRefusal) return ofStore(error)
  const unavailable = refusalOfDatabase(error)
  if (unavailable !== null) return unavailable
  if (isDatabaseError(error, submittedFileCode)) return submittedMeanwhile()
  return refusalFrom(error)
}

/**
 * Refusals of the file routes carry the reason twice: as a problem, and as `success` and `message`
 * (contract.md 5).
 */
export function sendFileProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const known = refusalOf(error)
  if (known?.type === 'rate-limited') reply.header('retry-after', '3600')
  if (known?.cause !== undefined) request.log.warn({ err: known.cause }, 'the file store did not answer')
  if (known === null) request.log.error({ err: error }, 'unforeseen error')
  const problem = toProblem(
    known ?? new Refusal('internal-error', problemTypes['internal-error'].title),
    request.id,
    localize(languageOf(request)),
  )
  const body = JSON.stringify({
    ...problem,
    success: false,
    message: problem.errors?.[0]?.detail.replace(/^[\w.]+: /, '') ?? problem.detail,
  })
  return reply.code(problem.status).type('application/problem+json; charset=utf-8').send(body)
}
