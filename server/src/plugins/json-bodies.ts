import type { FastifyInstance } from 'fastify'

/**
 * JSON alone is read as a body, everything else is 415; routes that move bytes register their own parser. A
 * JSON call without a body is a call without a body. Keys that would reach a prototype are refused as
 * malformed.
 */
export function addJsonBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined)
    return readJson(request, body, done)
  })
}
