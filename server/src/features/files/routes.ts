import { Refusal, problemTypes, toProblem } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { parse, refusalFrom } from '../../plugins/problems.ts'
import { actorOf } from '../../plugins/session.ts'
import { contentHeaders, entityTag, namesTag, parseRange } from './content-headers.ts'
import { listFiles } from './list-files.ts'
import { openContent } from './open-content.ts'

const largestPage = 1000
const wholeNumber = (largest: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(largest))

const ListQuery = z.strictObject({
  parentId: z.string().min(1, 'Invalid id').max(300, 'Invalid id'),
  page: wholeNumber(2_147_483_647).optional(),
  pageSize: wholeNumber(largestPage).optional(),
})
const ContentParams = z.object({ pid: z.string() })

/** Refusals of the file calls say what they say twice: as a problem, and as `success` and `message` (contract.md section 5). */
function sendFileProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const known = refusalFrom(error)
  if (known === null) request.log.error({ err: error }, 'unforeseen error')
  const problem = toProblem(known ?? new Refusal('internal-error', problemTypes['internal-error'].title), request.id)
  const body = JSON.stringify({ ...problem, success: false, message: problem.errors?.[0]?.detail.replace(/^[\w.]+: /, '') ?? problem.detail })
  return reply.code(problem.status).type('application/problem+json; charset=utf-8').send(body)
}

async function sendContent(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { pid } = parse(ContentParams, request.params)
  const file = await openContent(deps, actorOf(request), pid)
  reply.headers(contentHeaders(file))
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  const tag = file.sha256 === null ? null : entityTag(file.sha256)
  if (tag !== null && namesTag(ifNoneMatch, tag)) return reply.code(304).send()
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
  const { body } = await deps.store.get(file.storeKey, part ?? undefined)
  if (part === null) return reply.header('content-length', file.size).send(body)
  const length = part.end - part.start + 1
  return reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.size}`).header('content-length', length).send(body)
}

/** Folders and the bytes of files. Source: contract.md section 5. */
export function filesRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, request, reply) => sendFileProblem(request, reply, error))

    app.route({
      method: 'GET',
      url: '/api/aws/listFiles',
      config: { access: 'signed-in' },
      handler: async (request) => {
        const { parentId, page, pageSize } = parse(ListQuery, request.query)
        const part = page === undefined && pageSize === undefined ? undefined : { page: page ?? 1, pageSize: pageSize ?? 50 }
        return listFiles(deps, actorOf(request), { parentId, part })
      },
    })

    app.route({
      method: ['GET', 'HEAD'],
      url: '/api/files/:pid/content',
      config: { access: 'signed-in' },
      handler: (request, reply) => sendContent(deps, request, reply),
    })
  }
}
