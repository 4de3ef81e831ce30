import { acceptedLanguage } from '@portal/contract'
import type { Language } from '@portal/contract'
import type { FastifyRequest } from 'fastify'

/**
 * The language of a request: the person's setting, otherwise the language the browser prefers. Source:
 * contract.md 11.6.
 */
export function languageOf(request: FastifyRequest): Language {
  return request.sessionUser?.ownLanguage ?? acceptedLanguage(request.headers['accept-language'])
}
