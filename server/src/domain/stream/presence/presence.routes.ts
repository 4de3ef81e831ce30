import { PresenceReport, Refusal, collections, findField, phrase } from '@portal/contract'
import type { Presence } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { closedCollections } from '#platform/federation/registry.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf, sessionUserOf } from '#platform/sessions/session.ts'
import { noSuchRecord } from '#engine/query/get-record.ts'
import { visiblePids } from '#engine/query/visible-pids.ts'
import type { DomainDeps } from '../../deps.ts'
import type { PresenceFeed } from './presence-feed.ts'

/**
 * `POST /api/presence`: a page says which record is open in it, or that it has left. Answers who is there.
 * Throws 403 for a closed collection, 404 for a record the caller may not read.
 */
export function presenceRoute(app: FastifyInstance, deps: DomainDeps, presence: PresenceFeed): void {
  app.route({
    method: 'POST',
    url: '/api/presence',
    config: { access: 'signed-in' },
    handler: async (request): Promise<{ presence: Presence | null }> => {
      const { tab, at } = parse(PresenceReport, request.body)
      const actor = actorOf(request)
      const sessionHash = sessionUserOf(request)?.sessionHash ?? ''
      if (at === null) {
        await presence.leave(sessionHash, tab)
        return { presence: null }
      }
      const declaration = collections[at.collection]
      if ((await closedCollections(deps, actor)).has(declaration.name))
        throw new Refusal(
          'forbidden',
          phrase('The module of {{name}} is switched off for your role.', { name: declaration.name }),
        )
      const visible = await visiblePids(deps.database, actor, declaration.name, [at.pid])
      if (!visible.has(at.pid)) throw noSuchRecord(declaration, at.pid)
      const { field } = at
      const declared = field === null ? undefined : findField(await withAddedFields(deps, declaration), field)
      const place = { ...at, field: declared === undefined ? null : field, sessionHash, tab, user: actor.pid }
      return { presence: await presence.report(actor, place) }
    },
  })
}
