import { AppCall } from '@portal/contract/app-protocol'
import { AppConsent, AppPatch, NewApp } from '@portal/contract/apps'
import { Pid } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles } from '../deployer.ts'
import type { Administrator } from '../tokens.ts'
import { accessOf, allowApp, openAllowedApp, withdrawApp } from './access.ts'
import { answerAppCall } from './calls.ts'
import type { RunRecordCall } from './calls.ts'
import { FrameQuery, appFrame } from './frame.ts'
import { changeApp, deleteApp, listRegisteredApps, registerApp } from './registration.ts'

const Named = z.object({ pid: Pid })
const pidOf = (request: FastifyRequest) => parse(Named, request.params, 'params').pid
const byOf = (request: FastifyRequest): Administrator => ({
  pid: sessionOf(request).pid,
  origin: originOf(request),
})

/** Registration of third-party apps, for administrators. Changes need a recent authentication. */
function registrationRoutes(deps: DomainDeps, app: FastifyInstance): void {
  const config = { access: deployingRoles }
  app.route({
    method: 'GET',
    url: '/api/apps',
    config,
    handler: async () => ({ apps: await listRegisteredApps(deps) }),
  })
  app.route({
    method: 'POST',
    url: '/api/apps',
    config,
    handler: async (request, reply) => {
      const made = await registerApp(deps, parse(NewApp, request.body, 'body'), byOf(request))
      return reply.code(201).send(made)
    },
  })
  app.route({
    method: 'PATCH',
    url: '/api/apps/:pid',
    config,
    handler: async (request, reply) => {
      await changeApp(deps, pidOf(request), parse(AppPatch, request.body, 'body'), byOf(request))
      return reply.code(204).send()
    },
  })
  app.route({
    method: 'DELETE',
    url: '/api/apps/:pid',
    config,
    handler: async (request, reply) => {
      await deleteApp(deps, pidOf(request), byOf(request))
      return reply.code(204).send()
    },
  })
}

/** What people do with the apps of their role: read what an app asks for, agree, withdraw. */
function accessRoutes(deps: DomainDeps, app: FastifyInstance): void {
  const config = { access: 'signed-in' } as const
  const url = '/api/apps/:pid/access'
  app.route({
    method: 'GET',
    url,
    config,
    handler: (request) => accessOf(deps, pidOf(request), sessionOf(request)),
  })
  app.route({
    method: 'POST',
    url,
    config,
    handler: async (request, reply) => {
      const consent = parse(AppConsent, request.body, 'body')
      await allowApp(deps, pidOf(request), consent, sessionOf(request), originOf(request))
      return reply.code(204).send()
    },
  })
  app.route({
    method: 'DELETE',
    url,
    config,
    handler: async (request, reply) => {
      await withdrawApp(deps, pidOf(request), sessionOf(request), originOf(request))
      return reply.code(204).send()
    },
  })
}

/**
 * Third-party apps. An app itself calls none of these routes: the page that shows it makes its calls, through
 * `POST /api/apps/{pid}/calls` alone. Source: decision 0159.
 */
export function appRoutes(deps: DomainDeps, run: RunRecordCall) {
  return async (app: FastifyInstance): Promise<void> => {
    registrationRoutes(deps, app)
    accessRoutes(deps, app)

    app.route({
      method: 'GET',
      url: '/api/apps/:pid/frame',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const { nonce } = parse(FrameQuery, request.query, 'query')
        const opened = await openAllowedApp(deps, pidOf(request), sessionOf(request))
        const { html, policy } = appFrame(opened, nonce, deps.ids.token(16))
        return reply
          .header('content-security-policy', policy)
          .header('referrer-policy', 'no-referrer')
          .type('text/html; charset=utf-8')
          .send(html)
      },
    })

    app.route({
      method: 'POST',
      url: '/api/apps/:pid/calls',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const call = parse(AppCall, request.body, 'body')
        return reply.send(await answerAppCall({ deps, request, reply, run }, pidOf(request), call))
      },
    })
  }
}
