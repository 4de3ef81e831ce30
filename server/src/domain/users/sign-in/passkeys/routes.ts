import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { principalOf } from '#platform/auth/principal.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { requirePerson } from '../require-person.ts'
import { listSignInMethods, namePasskey, removePasskey } from './manage.ts'
import { makeRecoveryCodes, recover } from './recovery-codes.ts'
import { beginRegistration, finishRegistration } from './register.ts'
import { beginSignIn, finishSignIn } from './sign-in.ts'
import { beginStepUp, finishStepUp } from './step-up.ts'

const Params = z.object({ pid: z.string() })

/** Passkey routes: registration, sign-in, step-up, management and recovery codes. Source: contract.md 3. */
export function passkeyRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/auth/webauthn/register/options',
      config: { access: 'any-session' },
      handler: (request, reply) => beginRegistration(deps, request, reply, sessionOf(request)),
    })
    app.route({
      method: 'POST',
      url: '/api/auth/webauthn/register/verify',
      config: { access: 'any-session' },
      handler: async (request, reply) =>
        reply.code(201).send(await finishRegistration(deps, request, reply, sessionOf(request))),
    })
    app.route({
      method: 'POST',
      url: '/api/auth/webauthn/login/options',
      config: { access: 'public' },
      handler: (request, reply) => beginSignIn(deps, request, reply),
    })
    app.route({
      method: 'POST',
      url: '/api/auth/webauthn/login/verify',
      config: { access: 'public' },
      handler: async (request, reply) => {
        await finishSignIn(deps, request, reply)
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/webauthn/step-up/options',
      config: { access: 'any-session' },
      handler: (request, reply) => beginStepUp(deps, request, reply, requirePerson(request)),
    })
    app.route({
      method: 'POST',
      url: '/api/auth/webauthn/step-up/verify',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        await finishStepUp(deps, request, reply, requirePerson(request))
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'GET',
      url: '/api/auth/proof',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        requireRecentAuth(deps, requirePerson(request))
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'GET',
      url: '/api/auth/passkeys',
      config: { access: 'any-session' },
      handler: (request) => listSignInMethods(deps, principalOf(sessionOf(request))),
    })
    app.route({
      method: 'PATCH',
      url: '/api/auth/passkeys/:pid',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        await namePasskey(deps, request, requirePerson(request), parse(Params, request.params).pid)
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/passkeys/:pid',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        await removePasskey(deps, request, reply, requirePerson(request), parse(Params, request.params).pid)
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/recovery-codes',
      config: { access: 'any-session' },
      handler: (request) => makeRecoveryCodes(deps, request, requirePerson(request)),
    })
    app.route({
      method: 'POST',
      url: '/api/auth/recover',
      config: { access: 'public' },
      handler: async (request, reply) => {
        await recover(deps, request, reply)
        return reply.code(204).send()
      },
    })
  }
}
