import type { FastifyInstance } from 'fastify'
import { Refusal, phrase } from '@portal/contract'
import { z } from 'zod'
import { originOf } from '#platform/auth/origin-of.ts'
import { AnonymousLimiter } from '#platform/http/anonymous-limit.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf } from '#platform/sessions/session.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { FeedVersions } from './feed-versions.ts'
import { listFeeds, makeFeed, noSuchFeed, openFeed, revokeFeed } from './feeds.ts'

const IdParams = z.object({ id: z.string().max(64) })
const FileParams = z.object({ file: z.string() })
/** A token in base64url; programs may ask for it with or without the ending. */
const fileName = /^([A-Za-z0-9_-]{43})(\.ics)?$/

/** Reads of one address within a minute. Calendar programs read a few times an hour. */
const maxReadsPerMinute = 30

/** Whether the client has this version (RFC 9110, 13.1.2). */
function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}

/**
 * Calendar feeds. A feed is read without a session: the secret in its address says whose it is. The access
 * log has the route and not the address.
 */
export function calendarFeedRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const reads = new AnonymousLimiter()
    const versions = new FeedVersions(deps)

    app.route({
      method: 'GET',
      url: '/api/calendar/feeds',
      config: { access: 'signed-in' },
      handler: async (request) => ({ feeds: await listFeeds(deps, actorOf(request)) }),
    })
    app.route({
      method: 'POST',
      url: '/api/calendar/feeds',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const made = await makeFeed(deps, actorOf(request), request.body, originOf(request))
        return reply.code(201).send(made)
      },
    })
    app.route({
      method: 'DELETE',
      url: '/api/calendar/feeds/:id',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        await revokeFeed(deps, actorOf(request), parse(IdParams, request.params).id, originOf(request))
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'GET',
      url: '/api/calendar/feeds/:file',
      config: { access: 'public' },
      handler: async (request, reply) => {
        const [, token] = fileName.exec(parse(FileParams, request.params).file) ?? []
        if (token === undefined) throw noSuchFeed()
        const tokenHash = hashToken(token)
        const waitSeconds = reads.take(tokenHash, maxReadsPerMinute, deps.clock.now().getTime())
        if (waitSeconds > 0) {
          reply.header('retry-after', String(waitSeconds))
          throw new Refusal(
            'rate-limited',
            phrase('Too many requests: try again in {{waitSeconds}} s.', { waitSeconds }),
          )
        }
        const { text, etag } = await openFeed(deps, tokenHash, versions, (current) =>
          hasVersion(request.headers['if-none-match'], current),
        )
        reply.header('etag', etag).header('cache-control', 'private, no-cache')
        if (text === null) return reply.code(304).send()
        return reply
          .type('text/calendar; charset=utf-8')
          .header('content-disposition', 'inline; filename="calendar.ics"')
          .send(text)
      },
    })
  }
}
