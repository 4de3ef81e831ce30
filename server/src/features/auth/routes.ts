import { Refusal } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clearSessionCookie, viewerOf } from '../../plugins/session.ts'
import { deleteSession } from '../../plugins/sessions.queries.ts'
import { toCurrentUser } from './current-user.ts'
import { demoSignIn } from './demo-sign-in.ts'

/** Who is signed in, signing out, and the demo accounts. */
export function authRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/auth/me',
      config: { access: 'any-session' },
      handler: async (request) => {
        const viewer = viewerOf(request)
        if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
        return toCurrentUser(deps, viewer)
      },
    })

    app.route({
      method: 'DELETE',
      url: '/api/auth/logout',
      config: { access: 'public' },
      handler: async (request, reply) => {
        const viewer = viewerOf(request)
        if (viewer !== null) await deleteSession(deps.database.kysely, viewer.sessionHash)
        clearSessionCookie(reply)
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'POST',
      url: '/api/auth/demo',
      config: { access: 'public' },
      handler: async (request, reply) => {
        // Without DEMO the route answers as if it did not exist, to strangers too, who get 401 elsewhere.
        if (!deps.environment.demo) throw new Refusal('not-found', 'There is nothing at this address.')
        await demoSignIn(deps, request, reply)
        return reply.code(204).send()
      },
    })
  }
}
