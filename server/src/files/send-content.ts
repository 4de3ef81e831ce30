import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { originOf } from '#platform/auth/origin-of.ts'
import type { FileDeps } from './deps.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf } from '#platform/sessions/session.ts'
import { contentHeaders, entityTag, matchesTag, parseRange } from './content-headers.ts'
import type { DownloadTrail } from './download-trail.ts'
import { openContent } from './open-content.ts'

const ContentParams = z.object({ pid: z.string() })

/**
 * Sends the bytes of a file, or the range of a Range header. The download is recorded once bytes are sent.
 */
export async function sendContent(
  deps: FileDeps,
  trail: DownloadTrail,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pid } = parse(ContentParams, request.params)
  const actor = actorOf(request)
  const file = await openContent(deps, actor, pid)
  reply.headers(contentHeaders(file))
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  const tag = file.sha256 === null ? null : entityTag(file.sha256)
  if (tag !== null && matchesTag(ifNoneMatch, tag)) return reply.code(304).send()
  const part = ifRange === undefined || ifRange === tag ? parseRange(range, file.size) : null
  if (part === 'unsatisfiable') {
    return reply
      .code(416)
      .header('content-range', `bytes */${file.size}`)
      .removeHeader('content-disposition')
      .type('text/plain; charset=utf-8')
      .send('')
  }
  if (request.method === 'HEAD') return reply.header('content-length', file.size).send('')
  trail.file(actor, file.root, file, originOf(request))
  const { body } = await deps.store.get(file.storeKey, part ?? undefined)
  if (part === null) return reply.header('content-length', file.size).send(body)
  const length = part.end - part.start + 1
  return reply
    .code(206)
    .header('content-range', `bytes ${part.start}-${part.end}/${file.size}`)
    .header('content-length', length)
    .send(body)
}
