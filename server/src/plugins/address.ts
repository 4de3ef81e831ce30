import { Refusal, invalid } from '@portal/contract'
import type { FastifyInstance } from 'fastify'

const escapedNul = '%00'

/**
 * No identifier and no text that is kept holds a NUL, and PostgreSQL takes none: an address with one is
 * refused before anybody asks the database for it, 404 in its path and 400 behind it.
 */
export function addAddressCheck(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.url.includes(escapedNul)) return done()
    const [path = ''] = request.url.split('?', 1)
    if (path.includes(escapedNul)) throw new Refusal('not-found', 'Nothing found at this address.')
    throw invalid('query', 'malformed', 'query: the address has a character that is not allowed')
  })
}
