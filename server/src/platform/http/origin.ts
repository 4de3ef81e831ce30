import { Refusal } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#platform/environment/loopback.ts'
import type { Environment } from '#platform/environment/environment.ts'

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The redirect target for a page requested under another loopback name; null if no redirect is needed. */
function redirectFor(request: FastifyRequest, publicOrigin: URL): string | null {
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
  // Reads the Host header itself. `request.host` may be a forwarded value, which any caller behind a trusted
  // proxy can set.
  const { host = '' } = request.headers
  if (!isPage || !isLoopback(publicOrigin.hostname) || host === publicOrigin.host) return null
  const isOurs = URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname)
  return isOurs && request.url.startsWith('/') ? publicOrigin.origin + request.url : null
}

/**
 * Accepts changes only from the portal's own pages: a request with another Origin, or one that the browser
 * marks as cross-site, is refused. Pages requested under another loopback name are redirected to
 * PUBLIC_ORIGIN, because cookies and passkeys belong to one host name. API calls are not redirected, because
 * many programs drop the cookie on a redirect.
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
