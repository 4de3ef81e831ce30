import type { FastifyInstance } from 'fastify'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import { languageOf } from '#platform/http/language.ts'
import { refusalFrom, sendProblem } from '#platform/http/problems.ts'
import { requirePerson } from '../require-person.ts'
import { beginMicrosoft } from './begin.ts'
import { finishMicrosoft } from './finish.ts'
import { sendTroublePage } from './trouble-page.ts'
import { unlinkMicrosoft } from './unlink.ts'

/**
 * Sign-in with Microsoft by OpenID Connect. Without its configuration, start and callback return 404. Source:
 * contract.md 3.
 */
export function microsoftRoutes(deps: PostingDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/auth/microsoft/start',
      config: { access: 'public' },
      handler: (request, reply) => beginMicrosoft(deps, request, reply),
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/microsoft',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        await unlinkMicrosoft(deps, request, reply, requirePerson(request))
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'GET',
      url: '/auth/microsoft/callback',
      config: { access: 'public' },
      handler: async (request, reply) => {
        try {
          return await reply
            .header('cache-control', 'no-store')
            .redirect(await finishMicrosoft(deps, request, reply), 303)
        } catch (error) {
          const refusal = refusalFrom(error)
          if (refusal === null) throw error
          const isPage = request.headers.accept?.includes('text/html') === true
          return isPage
            ? sendTroublePage(deps, reply, refusal, languageOf(request))
            : sendProblem(request, reply, refusal)
        }
      },
    })
  }
}
