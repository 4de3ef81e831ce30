import { PreferencesPatch, UnsubscribeQuery } from '@portal/contract/notifications'
import type { Preferences, UnsubscribeResult } from '@portal/contract/notifications'
import type { FastifyInstance } from 'fastify'
import { parse } from '#platform/http/problems.ts'
import { actorOf } from '#platform/sessions/session.ts'
import type { PostingDeps } from '../../users/sign-in/system-mail.ts'
import { changePreferences, getPreferences, unsubscribe } from './preferences.ts'

/** Mail programs send `List-Unsubscribe=One-Click` as a form; the address says everything (RFC 8058). */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']
const maxFormBytes = 4_096

/** A person's choices of notifications, and the links that end mail of a kind. Source: decision 0111. */
export function preferencesRoutes(deps: PostingDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      formTypes,
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, _body, done) => done(null, undefined),
    )
    app.route({
      method: 'GET',
      url: '/api/auth/preferences',
      config: { access: 'signed-in' },
      handler: async (request): Promise<Preferences> =>
        getPreferences(deps, actorOf(request), (await deps.openPost()) !== null),
    })
    app.route({
      method: 'PATCH',
      url: '/api/auth/preferences',
      config: { access: 'signed-in' },
      handler: async (request): Promise<Preferences> => {
        const patch = parse(PreferencesPatch, request.body ?? {}, 'body')
        await changePreferences(deps, actorOf(request), patch)
        return getPreferences(deps, actorOf(request), (await deps.openPost()) !== null)
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/unsubscribe',
      config: { access: 'public' },
      handler: (request): Promise<UnsubscribeResult> =>
        unsubscribe(deps, parse(UnsubscribeQuery, request.query, 'query').token),
    })
    // A browser that follows the header of a mail changes nothing: programs open links before people do.
    app.route({
      method: 'GET',
      url: '/api/auth/unsubscribe',
      config: { access: 'public' },
      handler: (request, reply) => {
        const { token } = parse(UnsubscribeQuery, request.query, 'query')
        return reply.redirect(`/unsubscribe?token=${encodeURIComponent(token)}`, 303)
      },
    })
  }
}
