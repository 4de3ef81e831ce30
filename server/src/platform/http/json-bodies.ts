import { Refusal, phrase } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const charsetParameter = /;\s*charset\s*=\s*"?([^\s;"]+)/i
/** ASCII is a part of UTF-8. */
const readableCharset = /^(utf-?8|us-ascii)$/i

/**
 * The refusal of a body that is compressed or not in UTF-8: read as it is, it would be reported as malformed
 * JSON. Null when it can be read.
 */
function whyNotReadable({ headers }: FastifyRequest): Refusal | null {
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = headers
  if (encoding.toLowerCase() !== 'identity')
    return new Refusal(
      'unsupported-media-type',
      phrase('Send the body without compression (Content-Encoding is {{encoding}}).', {
        encoding: encoding.slice(0, 100),
      }),
    )
  const [, charset = 'utf-8'] = charsetParameter.exec(type) ?? []
  if (readableCharset.test(charset)) return null
  return new Refusal(
    'unsupported-media-type',
    phrase('Send the body in UTF-8 (its charset is {{charset}}).', { charset: charset.slice(0, 100) }),
  )
}

/**
 * Accepts only JSON bodies in UTF-8 without compression; others are 415. Routes that receive files register
 * their own parser. An empty JSON body counts as no body. Keys that could change a prototype are refused as
 * malformed.
 */
export function addJsonBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined)
    const refusal = whyNotReadable(request)
    return refusal === null ? readJson(request, body, done) : done(refusal)
  })
}
