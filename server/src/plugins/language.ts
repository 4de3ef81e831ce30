import { acceptedLanguage } from '@portal/contract'
import type { Language } from '@portal/contract'
import type { FastifyRequest } from 'fastify'

/**
 * The language of whoever sent the request: the one they set, otherwise the one their browser prefers.
 * Source: contract.md 11.6.
 */
export function languageOf(request: FastifyRequest): Language {
  return request.sessionUser?.ownLanguage ?? acceptedLanguage(request.headers['accept-language'])
}
