import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DomainDeps } from '../deps.ts'
import { actorOf, sessionUserOf } from '#platform/sessions/session.ts'
import type { EventRules } from './audience.ts'
import { Broadcast } from './broadcast.ts'
import { PresenceFeed } from './presence/presence-feed.ts'
import { presenceRoute } from './presence/presence.routes.ts'

/** The Last-Event-ID of the browser; null for a new stream. */
function lastEventId(request: FastifyRequest): string | null {
  const text = request.headers['last-event-id']
  return typeof text === 'string' && text !== '' ? text : null
}

/** `GET /api/stream`: events as Server-Sent Events, for those who may see them. Source: contract.md 7. */
export function streamRoutes(deps: DomainDeps, rules: EventRules) {
  return async (app: FastifyInstance): Promise<void> => {
    const presence: PresenceFeed = new PresenceFeed(deps, (sessions) => broadcast.listenersOf(sessions))
    const broadcast = new Broadcast(deps, rules, (listener) => presence.streamClosed(listener.sessionHash))
    deps.metrics.addGauge({ name: 'portal_stream_connections', help: 'Open streams of pages' }, () => [
      { value: broadcast.connections },
    ])
    deps.metrics.addGauge(
      {
        name: 'portal_stream_lag_seconds',
        help: 'Time since the history was last read for the open streams; no value before the first stream',
      },
      () => (broadcast.behindMs === null ? [] : [{ value: broadcast.behindMs / 1000 }]),
    )
    app.addHook('preClose', async () => {
      await presence.close()
      await broadcast.close()
    })
    presenceRoute(app, deps, presence)

    app.route({
      method: 'GET',
      url: '/api/stream',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const sessionHash = sessionUserOf(request)?.sessionHash ?? ''
        await presence.start()
        const body = await broadcast.connect(actorOf(request), sessionHash, lastEventId(request))
        request.raw.once('close', () => body.destroy())
        return reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('x-accel-buffering', 'no')
          .send(body)
      },
    })
  }
}
