import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Environment } from '#environment/environment.ts'

/** Answers of the API hold data alone: nothing in them may run, load or be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Policy of the one document. Styles carry a nonce for emotion's tags; `trusted-types default` is the policy
 * the shell makes in its first line, because module federation sets script addresses itself. No
 * 'unsafe-inline', no 'unsafe-eval'. `developing` are origins of the viewer's own machine from which remotes
 * come in place of the deployed ones, with the socket that tells of changes there.
 */
export function documentPolicy(
  styleNonce: string,
  environment: Environment,
  developing: readonly string[] = [],
): string {
  const own = developing.map((origin) => ` ${origin}`).join('')
  const sockets = own.replaceAll('http:', 'ws:')
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

/** What every answer says, unless its route has said it otherwise. */
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

/** Sets what a route has not set itself, such as the mail body's own policy. */
function setMissing(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) reply.header(name, value)
}

/** Security headers on every answer. Source: contract.md 10.3. */
export function addHeaders(app: FastifyInstance, environment: Environment): void {
  const isEncrypted = environment.publicOrigin.startsWith('https:')
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of always) setMissing(reply, name, value)
    if (request.url.startsWith('/api/')) setMissing(reply, 'cache-control', 'no-store')
    if (isEncrypted) setMissing(reply, 'strict-transport-security', 'max-age=63072000; includeSubDomains')
    setMissing(reply, 'x-request-id', request.id)
    done()
  })
}
