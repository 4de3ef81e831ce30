import { Refusal, invalid } from '@portal/contract'
import type { FastifyInstance } from 'fastify'

const escapedNul = '%00'

/**
 * Refuses URLs with a NUL, because PostgreSQL cannot store or compare it: 404 for the path, 400 for the
 * query.
 */
export function addAddressCheck(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.url.includes(escapedNul)) return done()
    const [path = ''] = request.url.split('?', 1)
    if (path.includes(escapedNul)) throw new Refusal('not-found', 'Nothing found at this address.')
    throw invalid('query', 'malformed', 'query: the address has a character that is not allowed')
  })
}
