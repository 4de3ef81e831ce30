import { Refusal } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#environment/loopback.ts'
import type { Environment } from '#environment/environment.ts'

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Where another loopback name leads, or null when the request may be answered under the name it came by. */
function redirectFor(request: FastifyRequest, publicOrigin: URL): string | null {
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
  // The Host header itself: `request.host` would be a forwarded one, which any caller of a trusted proxy can
  // write.
  const { host = '' } = request.headers
  if (!isPage || !isLoopback(publicOrigin.hostname) || host === publicOrigin.host) return null
  const isOurs = URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname)
  return isOurs && request.url.startsWith('/') ? publicOrigin.origin + request.url : null
}

/**
 * Changes come from our own pages alone: another Origin, or a browser that says the call crosses sites, is
 * refused before anything else. Pages asked for under another name of this machine are sent to PUBLIC_ORIGIN,
 * since cookie and passkeys belong to one name; calls of programs to /api are not, because many drop their
 * cookie on the way.
 */
export function addOriginCheck(app: FastifyInstance, environment: Environment): void {
  const publicOrigin = new URL(environment.publicOrigin)
  app.addHook('onRequest', (request, reply, done) => {
    const target = redirectFor(request, publicOrigin)
    if (target !== null) {
      void reply.redirect(target, 307)
      return
    }
    if (readingMethods.has(request.method)) return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign = origin !== undefined && origin !== publicOrigin.origin
    const crossesSites = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (isForeign || crossesSites)
      throw new Refusal('forbidden', 'Changes are accepted only from the portal’s own pages.')
    done()
  })
}
