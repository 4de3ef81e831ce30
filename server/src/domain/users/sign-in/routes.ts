import { OwnProfilePatch, OwnSettings, Refusal } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { lockUser, updateUser } from '#platform/auth/update-user.ts'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import { parse } from '#platform/http/problems.ts'
import { languageOf } from '#platform/http/language.ts'
import { clearSessionCookie } from '#platform/sessions/session-cookie.ts'
import { actorOf, sessionOf, sessionUserOf } from '#platform/sessions/session.ts'
import { deleteSession } from '#platform/sessions/sessions.queries.ts'
import { absenceRoutes } from '../absence/absence.routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { toCurrentUser } from './current-user.ts'
import { changeOwnProfile, getOwnProfile } from './own-profile.ts'
import { demoSignIn } from './demo-sign-in.ts'
import { microsoftRoutes } from './microsoft/routes.ts'
import { organizationRoutes } from './organization/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { everybodyRoutes } from './sessions/everybody-routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signUpRoutes } from './sign-up/routes.ts'

/** Current user, preferences, sign-out and demo accounts, and the routes of all sign-in methods. */
export function authRoutes(deps: PostingDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/auth/me',
      config: { access: 'any-session' },
      handler: (request) => toCurrentUser(deps, sessionOf(request), languageOf(request)),
    })

    app.route({
      method: 'PATCH',
      url: '/api/auth/me',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const { pid } = actorOf(request)
        const { timeZone, language } = parse(OwnSettings, request.body ?? {}, 'body')
        const set = {
          ...(timeZone !== undefined && { time_zone: timeZone }),
          ...(language !== undefined && { locale: language }),
        }
        await deps.database.kysely
          .transaction()
          .execute(async (trx) => updateUser(trx, await lockUser(trx, pid), set, pid, deps.clock.now()))
        deps.writes.notify()
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'GET',
      url: '/api/auth/me/profile',
      config: { access: 'signed-in' },
      handler: (request) => getOwnProfile(deps, actorOf(request)),
    })

    app.route({
      method: 'PATCH',
      url: '/api/auth/me/profile',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        await changeOwnProfile(deps, actorOf(request), parse(OwnProfilePatch, request.body ?? {}, 'body'))
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'DELETE',
      url: '/api/auth/logout',
      config: { access: 'public' },
      handler: async (request, reply) => {
        const viewer = sessionUserOf(request)
        if (viewer !== null) {
          await deleteSession(deps.database.kysely, viewer.sessionHash)
          const pid = viewer.isRequest ? null : viewer.pid
          const line = { at: deps.clock.now(), actor: pid, person: pid, origin: originOf(request) }
          await writeAudit(deps.database.kysely, {
            ...line,
            kind: 'sign-out',
            request: viewer.isRequest ? viewer.pid : null,
          })
        }
        clearSessionCookie(reply)
        // Clears cached images, drafts and unsaved text, because the computer may be shared.
        reply.header('clear-site-data', '"cache", "storage"')
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'POST',
      url: '/api/auth/demo',
      config: { access: 'public' },
      handler: async (request, reply) => {
        // Without DEMO the route does not exist. Anonymous callers get 404 here, where other routes return
        // 401.
        if (!deps.environment.demo) throw new Refusal('not-found', 'Nothing found at this address.')
        await demoSignIn(deps, request, reply)
        return reply.code(204).send()
      },
    })

    for (const room of [
      passkeyRoutes,
      microsoftRoutes,
      signUpRoutes,
      sessionRoutes,
      everybodyRoutes,
      peopleRoutes,
      organizationRoutes,
      auditRoutes,
      absenceRoutes,
    ])
      await app.register(room(deps))
  }
}
