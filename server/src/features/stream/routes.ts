import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '@portal/contract'
import type { Deps } from '../../deps.ts'
import { actorOf, viewerOf } from '../../plugins/session.ts'
import type { EventRules } from './audience.ts'
import { Broadcast } from './broadcast.ts'

function lastEventId(request: FastifyRequest): number | null {
  const text = request.headers['last-event-id']
  if (text === undefined || text === '') return null
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalid('headers.last-event-id', 'invalid_format', 'Last-Event-ID: is not an event of this stream')
  return Number(text)
}

/** `GET /api/stream`: what happens, as Server-Sent Events, to those who may see it. Source: contract.md section 7. */
export function streamRoutes(deps: Deps, rules: EventRules) {
  return async (app: FastifyInstance): Promise<void> => {
    const broadcast = new Broadcast(deps, rules)
    app.addHook('preClose', () => broadcast.close())

    app.route({
      method: 'GET',
      url: '/api/stream',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const sessionHash = viewerOf(request)?.sessionHash ?? ''
        const body = await broadcast.connect(actorOf(request), sessionHash, lastEventId(request))
        request.raw.once('close', () => body.destroy())
        return reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(body)
      },
    })
  }
}
