import { ActivateBody, BuildVersion, RemoteName, RollbackBody } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { originOf } from '#identity/origin-of.ts'
import type { Deps } from '../../deps.ts'
import { parse } from '../../plugins/problems.ts'
import { activate, rollback } from './activate.ts'
import type { Asker } from './activate.ts'
import { deployerOf, deployingRoles, tokenOf } from './deployer.ts'
import { listDeployed } from './overview.ts'
import { publishUpload, readUpload } from './upload.ts'

const Named = z.object({ name: RemoteName })
const Versioned = Named.extend({ version: BuildVersion })

/** Uploading, activating and taking back; what is deployed. Source: contract.md section 8. */
export function deploymentRoutes(deps: Deps) {
  async function askerOf(request: FastifyRequest, name: string): Promise<Asker> {
    return { by: await deployerOf(deps, request, name), origin: originOf(request) }
  }

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(uploadRoute(deps))

    app.route({
      method: 'GET',
      url: '/api/federation/remotes',
      config: { access: deployingRoles },
      handler: () => listDeployed(deps),
    })

    app.route({
      method: 'POST',
      url: '/api/federation/remotes/:name/activate',
      // An administrator's session or a deploy token of this remote: `deployerOf` refuses everybody else.
      config: { access: 'public' },
      handler: async (request) => {
        const asker = await askerOf(request, nameOf(request))
        const { name } = parse(Named, request.params, 'params')
        return activate(deps, name, parse(ActivateBody, request.body, 'body'), asker)
      },
    })

    app.route({
      method: 'POST',
      url: '/api/federation/remotes/:name/rollback',
      config: { access: 'public' },
      handler: async (request) => {
        const asker = await askerOf(request, nameOf(request))
        const { name } = parse(Named, request.params, 'params')
        const { note = null } = parse(RollbackBody, request.body ?? {}, 'body')
        return rollback(deps, name, note, asker)
      },
    })
  }
}

/** The name as it was asked for: who calls is judged before what they wrote. */
function nameOf(request: FastifyRequest): string {
  return z.object({ name: z.string() }).parse(request.params).name
}

/** The upload moves bytes, so it lies apart from what reads JSON. */
function uploadRoute(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    app.route({
      method: 'PUT',
      url: '/api/federation/remotes/:name/versions/:version',
      // A deploy token of this remote: `tokenOf` refuses everybody else.
      config: { access: 'public' },
      bodyLimit: Number.MAX_SAFE_INTEGER,
      handler: async (request, reply) => {
        const by = await tokenOf(deps, request, nameOf(request))
        const { name, version } = parse(Versioned, request.params, 'params')
        const { isNew, uploaded } = await publishUpload(deps, { name, version, archive: await readUpload(request.raw), by })
        return reply.code(isNew ? 201 : 200).send(uploaded)
      },
    })
  }
}
