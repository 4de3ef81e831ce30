import { BackEndBody, Refusal, RemoteName, isOpenTo, phrase, toRole } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { remotesFor, remotesOff } from '#platform/federation/registry.ts'
import { untilAbandoned } from '#platform/http/abandoned.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles, requireMayDeploy } from '../deployer.ts'
import type { Administrator } from '../tokens.ts'
import { findBackEnd, listBackEnds, removeBackEnd, setBackEnd } from './back-ends.ts'
import { OpenCalls, backEndLimits, forward } from './forward.ts'
import { publicKeys } from './identity.ts'

const Named = z.object({ name: RemoteName })
const Bytes = z.instanceof(Uint8Array).optional()

/** Which remote has which back end, for administrators. Changes need a recent authentication. */
function settingRoutes(deps: DomainDeps, app: FastifyInstance): void {
  const config = { access: deployingRoles }
  const url = '/api/federation/remotes/:name/back-end'
  const changeOf = (request: FastifyRequest): { name: string; by: Administrator } => {
    const { name } = parse(Named, request.params, 'params')
    const { pid, role } = sessionOf(request)
    requireMayDeploy(toRole(role), name)
    return { name, by: { pid, origin: originOf(request) } }
  }
  app.route({
    method: 'GET',
    url: '/api/federation/back-ends',
    config,
    handler: async () => ({ backEnds: await listBackEnds(deps) }),
  })
  app.route({
    method: 'POST',
    url,
    config,
    handler: async (request, reply) => {
      const { name, by } = changeOf(request)
      await setBackEnd(deps, name, parse(BackEndBody, request.body, 'body').address, by)
      return reply.code(204).send()
    },
  })
  app.route({
    method: 'DELETE',
    url,
    config,
    handler: async (request, reply) => {
      const { name, by } = changeOf(request)
      await removeBackEnd(deps, name, by)
      return reply.code(204).send()
    },
  })
}

/**
 * The back end of a remote that is on for the caller and shows them a page or a panel. Throws 403 and 404.
 * This is as far as the portal can tell: all code in a page calls as the person, whichever remote it is of.
 */
async function openBackEnd(deps: DomainDeps, request: FastifyRequest, name: string): Promise<URL> {
  const viewer = sessionOf(request)
  const isOff = (await remotesOff(deps, viewer)).some((remote) => remote.name === name)
  if (isOff)
    throw new Refusal(
      'forbidden',
      phrase('The module {{closed}} is switched off for your role.', { closed: name }),
    )
  const build = (await remotesFor(deps, viewer)).find((remote) => remote.name === name)
  const backEnd = build === undefined ? undefined : await findBackEnd(deps, name)
  if (build === undefined || backEnd === undefined)
    throw new Refusal('not-found', phrase('The module {{name}} has no back end.', { name }))
  const role = toRole(viewer.role)
  const pages = role === null ? {} : (await currentConfiguration(deps)).roles[role].pages
  if (!isOpenTo(build.manifest, { role, pages }))
    throw new Refusal('forbidden', phrase('Your role opens nothing of the module {{name}}.', { name }))
  return backEnd
}

const maxPathLength = 200

/** An entry for a call that may change something at a back end. Without the query, which may hold values. */
async function recordWrite(
  deps: DomainDeps,
  request: FastifyRequest,
  remote: string,
  status: number | null,
): Promise<void> {
  if (request.method === 'GET') return
  const path = `/${request.url.split('?', 1).join('').split('/').slice(4).join('/')}`.slice(0, maxPathLength)
  await writeAudit(deps.database.kysely, {
    kind: 'back-end-wrote',
    at: deps.clock.now(),
    actor: sessionOf(request).pid,
    person: null,
    origin: originOf(request),
    detail: { remote, method: request.method, path, status },
  })
}

const noScripts = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

/**
 * Calls of a remote to a back end of its own: `/api/remotes/{remote}/…` is forwarded to the one address that
 * an administrator set. Source: decision 0160.
 */
export function backEndRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    settingRoutes(deps, app)
    app.route({
      method: 'GET',
      url: '/.well-known/portal-keys.json',
      config: { access: 'public' },
      handler: (_request, reply) =>
        reply.header('cache-control', 'public, max-age=300').send(publicKeys(deps)),
    })

    await app.register(async (proxy) => {
      const open = new OpenCalls()
      // Bodies go on as they came, so none is parsed.
      proxy.removeAllContentTypeParsers()
      proxy.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: backEndLimits.bodyBytes },
        (_request, body, done) => done(null, body),
      )
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
        proxy.route({
          method,
          url: '/api/remotes/:name/*',
          exposeHeadRoute: false,
          config: { access: 'signed-in' },
          handler: async (request, reply) => {
            const { name: remote } = parse(Named, request.params, 'params')
            const backEnd = await openBackEnd(deps, request, remote)
            const call = () =>
              forward(deps, {
                remote,
                backEnd,
                method,
                rest: request.url.split('/').slice(4).join('/'),
                headers: request.headers,
                body: Bytes.parse(request.body ?? undefined),
                person: sessionOf(request),
                requestId: request.id,
                signal: untilAbandoned(reply),
              })
            const answer = await open.run(remote, async () => {
              try {
                const answered = await call()
                await recordWrite(deps, request, remote, answered.status)
                return answered
              } catch (error) {
                // The back end may have done it without an answer that a page may get. A call that was
                // refused before was not sent.
                if (!(error instanceof Refusal) || error.type !== 'validation-failed')
                  await recordWrite(deps, request, remote, null)
                throw error
              }
            })
            reply.header('content-security-policy', noScripts)
            if (answer.isDownload) reply.header('content-disposition', 'attachment')
            return reply.code(answer.status).type(answer.type).send(answer.bytes)
          },
        })
    })
  }
}
