import type { FastifyInstance } from 'fastify'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import { redeemLink } from '../people/links.ts'
import { beginSetup } from '../people/first-superadmin.ts'
import { confirmAddress } from './confirm-address.ts'
import { signUp } from './sign-up.ts'

/** Routes for people without a passkey: sign-up, personal links and the set-up link of the first start. */
export function signUpRoutes(deps: PostingDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/auth/sign-up',
      config: { access: 'public' },
      handler: async (request, reply) => {
        await signUp(deps, request, reply)
        return reply.code(202).send({})
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/sign-up/confirm',
      config: { access: 'public' },
      handler: async (request, reply) => {
        await confirmAddress(deps, request, reply)
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/links/redeem',
      config: { access: 'public' },
      handler: async (request, reply) => {
        await redeemLink(deps, request, reply)
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/setup',
      config: { access: 'public' },
      handler: async (request, reply) => {
        await beginSetup(deps, request, reply)
        return reply.code(204).send()
      },
    })
  }
}
