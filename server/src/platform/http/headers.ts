import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Environment } from '#platform/environment/environment.ts'

/** Policy of API responses: they are data, so nothing in them may run, load or be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Policy of the HTML document. Styles carry a nonce for emotion's style tags. `trusted-types default` is the
 * policy that the shell creates first, because module federation sets script URLs. No 'unsafe-inline', no
 * 'unsafe-eval'. `developing` lists origins on the viewer's own machine that replace deployed remotes; their
 * WebSockets for live reload are allowed too. `origins` are those that serve deployed remotes.
 */
export function documentPolicy(
  styleNonce: string,
  environment: Environment,
  developing: readonly string[] = [],
  origins: readonly string[] = [],
): string {
  const own = [...developing, ...origins].map((origin) => ` ${origin}`).join('')
  const sockets = developing.map((origin) => ` ${origin.replace('http:', 'ws:')}`).join('')
  const storeOrigin = environment.s3 === null ? '' : ` ${new URL(environment.s3.endpoint).origin}`
  return [
    "default-src 'none'",
    `script-src 'self'${own}`,
    `style-src 'self' 'nonce-${styleNonce}'${own}`,
    `img-src 'self' data: blob:${own}`,
    `font-src 'self'${own}`,
    "media-src 'self'",
    `connect-src 'self'${storeOrigin}${own}${sockets}`,
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

/** Headers of every response, unless the route sets its own. */
const always: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  [
    'permissions-policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  ],
  ['content-security-policy', dataPolicy],
]

/** Sets a header unless the route has set it, for example the policy of a mail body. */
function setMissing(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) reply.header(name, value)
}

/** Adds security headers to every response. Source: contract.md 10.3. */
export function addHeaders(app: FastifyInstance, environment: Environment): void {
  const isEncrypted = environment.publicOrigin.startsWith('https:')
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of always) setMissing(reply, name, value)
    if (request.url.startsWith('/api/') || reply.statusCode >= 400)
      setMissing(reply, 'cache-control', 'no-store')
    if (isEncrypted) setMissing(reply, 'strict-transport-security', 'max-age=63072000; includeSubDomains')
    setMissing(reply, 'x-request-id', request.id)
    done()
  })
}
