import {
  ActivateBody,
  BuildVersion,
  PreviewBody,
  Refusal,
  RemoteName,
  RollbackBody,
  TrialBody,
} from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Author } from '#platform/federation/federation.queries.ts'
import { requestApproval } from '#domain/approvals/approvals.ts'
import { ApprovalNeeded } from '#domain/approvals/second-approval.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { languageOf } from '#platform/http/language.ts'
import { parse } from '#platform/http/problems.ts'
import { localize } from '#platform/language/localize.ts'
import { activate, rollback } from './activate.ts'
import { canDeploy } from './can-deploy.ts'
import type { Requester } from './activate.ts'
import { deployerOf, deployingRoles, tokenOf } from './deployer.ts'
import type { TokenAction } from './deployer.ts'
import { listDeployed } from './overview.ts'
import { makePreview } from './previews.ts'
import { recordTrial } from './trials.ts'
import { publishUpload, readBuildUpload, uploadSourceMaps } from './upload.ts'

const Named = z.object({ name: RemoteName })
const CanDeployQuery = z.object({ remote: RemoteName, version: BuildVersion })
const Versioned = Named.extend({ version: BuildVersion })

/**
 * The caller of each request, determined before the body is read: authorization comes before validation
 * (contract.md 10.2).
 */
type Callers = WeakMap<FastifyRequest, Author>

function callerIn(callers: Callers, request: FastifyRequest): Author {
  const caller = callers.get(request)
  if (caller === undefined) throw new Refusal('unauthenticated', 'Sign in to continue.')
  return caller
}

/** The person who calls, or the person who created the token. */
async function personBehind(deps: DomainDeps, { person, token }: Author): Promise<string> {
  if (person !== null || token === null) return person ?? ''
  return (
    await deps.database.kysely
      .selectFrom('deploy_tokens')
      .select('created_by')
      .where('pid', '=', token)
      .executeTakeFirstOrThrow()
  ).created_by
}

/** The name as sent. It is not validated yet, because the caller is authorized first. */
function nameOf(request: FastifyRequest): string {
  return z.object({ name: z.string() }).parse(request.params).name
}

/** Upload, activation, rollback and the list of deployments. Source: contract.md 8. */
export function deploymentRoutes(deps: DomainDeps) {
  const callers: Callers = new WeakMap()
  // Accepts an administrator's session or a deploy token of this remote.
  const accessTo = (action: TokenAction) => ({
    config: { access: 'public' as const },
    onRequest: async (request: FastifyRequest) =>
      void callers.set(request, await deployerOf(deps, request, nameOf(request), action)),
  })
  const askerOf = (request: FastifyRequest): Requester => ({
    by: callerIn(callers, request),
    origin: originOf(request),
  })

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(uploadRoute(deps))

    app.route({
      method: 'GET',
      url: '/api/federation/remotes',
      config: { access: deployingRoles },
      handler: (request) => listDeployed(deps, localize(languageOf(request))),
    })

    app.route({
      method: 'GET',
      url: '/api/federation/can-deploy',
      // An administrator's session or a deploy token of this remote, also one for uploads only.
      config: { access: 'public' },
      onRequest: async (request) => {
        const { remote } = z.object({ remote: z.string().catch('') }).parse(request.query)
        callers.set(request, await deployerOf(deps, request, remote, 'upload'))
      },
      handler: (request) => {
        const { remote, version } = parse(CanDeployQuery, request.query, 'query')
        return canDeploy(deps, remote, version, localize(languageOf(request)))
      },
    })

    app.route({
      method: 'POST',
      url: '/api/federation/remotes/:name/previews',
      // A preview activates nothing, so a token for uploads may make it.
      ...accessTo('upload'),
      handler: async (request, reply) => {
        const { name } = parse(Named, request.params, 'params')
        const body = parse(PreviewBody, request.body, 'body')
        return reply.code(201).send(await makePreview(deps, name, body, askerOf(request)))
      },
    })

    app.route({
      method: 'POST',
      url: '/api/federation/remotes/:name/versions/:version/trial',
      ...accessTo('upload'),
      handler: async (request, reply) => {
        const { name, version } = parse(Versioned, request.params, 'params')
        await recordTrial(deps, name, version, parse(TrialBody, request.body, 'body'))
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'POST',
      url: '/api/federation/remotes/:name/activate',
      ...accessTo('activate'),
      handler: async (request) => {
        const { name } = parse(Named, request.params, 'params')
        const [body, asker] = [parse(ActivateBody, request.body, 'body'), askerOf(request)]
        return activate(deps, name, body, asker).catch(async (error: unknown) => {
          if (!(error instanceof ApprovalNeeded)) throw error
          throw await requestApproval(deps, error.wish, {
            pid: await personBehind(deps, asker.by),
            origin: asker.origin,
          })
        })
      },
    })

    app.route({
      method: 'POST',
      url: '/api/federation/remotes/:name/rollback',
      ...accessTo('rollback'),
      handler: async (request) => {
        const { name } = parse(Named, request.params, 'params')
        const { note = null } = parse(RollbackBody, request.body ?? {}, 'body')
        return rollback(deps, name, note, askerOf(request))
      },
    })
  }
}

/** Uploads have binary bodies, so they are registered apart from the JSON routes. */
function uploadRoute(deps: DomainDeps) {
  const callers: Callers = new WeakMap()
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    app.route({
      method: 'PUT',
      url: '/api/federation/remotes/:name/versions/:version',
      // Accepts only a deploy token of this remote.
      config: { access: 'public', slowBody: true },
      onRequest: async (request) =>
        void callers.set(request, await tokenOf(deps, request, nameOf(request), 'upload')),
      bodyLimit: Number.MAX_SAFE_INTEGER,
      handler: async (request, reply) => {
        const { name, version } = parse(Versioned, request.params, 'params')
        const upload = {
          name,
          version,
          archive: await readBuildUpload(request.raw),
          by: callerIn(callers, request),
        }
        const { isNew, uploaded } = await publishUpload(deps, upload)
        return reply.code(isNew ? 201 : 200).send(uploaded)
      },
    })

    app.route({
      method: 'PUT',
      url: '/api/federation/remotes/:name/versions/:version/maps',
      // As for the build itself.
      config: { access: 'public', slowBody: true },
      onRequest: async (request) =>
        void callers.set(request, await tokenOf(deps, request, nameOf(request), 'upload')),
      bodyLimit: Number.MAX_SAFE_INTEGER,
      handler: async (request) => {
        callerIn(callers, request)
        const { name, version } = parse(Versioned, request.params, 'params')
        return uploadSourceMaps(deps, { name, version, archive: await readBuildUpload(request.raw) })
      },
    })
  }
}
