import { join } from 'node:path'
import { Refusal } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { parse } from '../../plugins/problems.ts'
import { viewerOf } from '../../plugins/session.ts'
import { remotesFolder } from '#federation/publish.ts'
import { activeRemotes, latestBuild, registryFor } from '#federation/registry.ts'
import { isValidPage } from '#federation/route-checks.ts'

const ValidateQuery = z.object({ path: z.string().startsWith('/').max(500) })
const BuildFile = z.object({ name: z.string().regex(/^[a-z][a-z0-9_]*$/), version: z.string().regex(/^\d[0-9A-Za-z.-]*$/), '*': z.string() })

/** The registry of remotes, their builds, and the question whether an address is a page. */
export function federationRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/federation/registry.json',
      config: { access: 'public' },
      handler: async (request, reply) => reply.header('cache-control', 'private, no-cache').send(await registryFor(deps, viewerOf(request))),
    })

    app.route({
      method: 'GET',
      url: '/builds/latest.json',
      config: { access: 'public' },
      handler: async (_request, reply) => reply.header('cache-control', 'no-cache').send(await latestBuild(deps)),
    })

    app.route({
      method: 'GET',
      url: '/api/routes/validate',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        const { path } = parse(ValidateQuery, request.query, 'query')
        const manifests = (await activeRemotes(deps)).map(({ manifest }) => manifest)
        if (!isValidPage(manifests, path)) throw new Refusal('not-found', `Page Not Found: ${path}`)
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'GET',
      url: '/remotes/:name/:version/*',
      config: { access: 'public' },
      handler: async (request, reply) => {
        const file = BuildFile.safeParse(request.params)
        if (!file.success) return reply.callNotFound()
        const { name, version, '*': path } = file.data
        return reply.sendFile(path, join(remotesFolder(deps), name, version), { immutable: true, maxAge: '365d', cacheControl: true })
      },
    })
  }
}
