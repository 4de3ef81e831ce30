import { BuildVersion, Refusal, RemoteName, phrase } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { latestBuild, registryFor, remotesFor } from '#platform/federation/registry.ts'
import { isValidPage } from '#platform/federation/route-checks.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'
import { backEndRoutes } from './back-ends/routes.ts'
import { BuildFiles } from './build-files.ts'
import { listUnfitRemotes } from './can-deploy.ts'
import { deploymentRoutes } from './deployment-routes.ts'
import { remoteHealthRoutes } from './remote-health-routes.ts'
import { loadRoutes } from './load-routes.ts'
import { flagRoutes } from './flag-routes.ts'
import { originRoutes } from './origin-routes.ts'
import { overrideRoutes } from './override-routes.ts'
import { previewRoutes } from './preview-routes.ts'
import { previewsOf } from './previews.ts'
import { removalRoutes } from './removal-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { typeRoutes } from './type-routes.ts'

const ValidateQuery = z.object({ path: z.string().startsWith('/').max(500) })
const BuildPath = z.object({ name: RemoteName, version: BuildVersion, '*': z.string().max(300) })

/** Routes of the registry, the builds, route validation, deployments and load reports. */
export function federationRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const files = new BuildFiles(deps)
    deps.metrics.addGauge(
      {
        name: 'portal_remote_unfit',
        help: 'Deployed versions of remotes that need something a live shell or server does not have',
        labels: ['remote', 'version', 'owner'],
      },
      async () =>
        (await listUnfitRemotes(deps)).map(({ name: remote, version, owner }) => ({
          labels: { remote, version, owner },
          value: 1,
        })),
    )
    const parts = [
      deploymentRoutes,
      previewRoutes,
      removalRoutes,
      originRoutes,
      tokenRoutes,
      typeRoutes,
      overrideRoutes,
      flagRoutes,
      loadRoutes,
      remoteHealthRoutes,
      backEndRoutes,
    ]
    for (const routes of parts) await app.register(routes(deps))

    app.route({
      method: 'GET',
      url: '/federation/registry.json',
      config: { access: 'public' },
      handler: async (request, reply) =>
        reply
          .header('cache-control', 'private, no-cache')
          .send(await registryFor(deps, sessionUserOf(request), await previewsOf(deps, request))),
    })

    app.route({
      method: 'GET',
      url: '/builds/latest.json',
      config: { access: 'public' },
      handler: async (request, reply) =>
        reply
          .header('cache-control', 'private, no-cache')
          .send(await latestBuild(deps, sessionUserOf(request), await previewsOf(deps, request))),
    })

    app.route({
      method: 'GET',
      url: '/api/routes/validate',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        const { path } = parse(ValidateQuery, request.query, 'query')
        const previews = await previewsOf(deps, request)
        const remotes = await remotesFor(deps, sessionUserOf(request), previews)
        const manifests = remotes.map(({ manifest }) => manifest)
        if (!isValidPage(manifests, path))
          throw new Refusal('not-found', phrase('Page Not Found: {{path}}', { path }))
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'GET',
      url: '/remotes/:name/:version/*',
      config: { access: 'public' },
      handler: async (request, reply) => {
        const params = BuildPath.safeParse(request.params)
        const { headers } = request
        const file = params.success
          ? await files.find(
              params.data.name,
              params.data.version,
              params.data['*'],
              headers['accept-encoding'],
            )
          : null
        if (file === null) return reply.callNotFound()
        reply.headers({
          'cache-control': 'public, max-age=31536000, immutable',
          etag: file.etag,
          vary: 'accept-encoding',
        })
        if (headers['if-none-match'] === file.etag) return reply.code(304).send()
        if (file.encoding !== null) reply.header('content-encoding', file.encoding)
        return reply.type(file.contentType).send(file.bytes)
      },
    })
  }
}
