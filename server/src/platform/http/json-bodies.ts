import type { FastifyInstance } from 'fastify'

/**
 * Accepts only JSON bodies; other types are 415. Routes that receive files register their own parser. An
 * empty JSON body counts as no body. Keys that could change a prototype are refused as malformed.
 */
export function addJsonBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined)
    return readJson(request, body, done)
  })
}
