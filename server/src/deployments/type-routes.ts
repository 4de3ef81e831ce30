import { BuildVersion, Refusal, RemoteName, contractVersion, phrase, typesFolder } from '@portal/contract'
import type { PortalTypes, RemoteTypes } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { deployedNow } from '#platform/federation/registry.ts'
import { shellRecord } from '#platform/federation/shell-build.ts'
import { requireDeployer } from './deployer.ts'

const Named = z.object({ name: RemoteName })
const Query = z.object({ version: BuildVersion.optional() })

const filesText = `select path, convert_from(bytes, 'UTF8') as text from remote_files
  where name = $1 and version = $2 and path like '${typesFolder}%.d.ts' order by path`
const typedText = `select distinct f.name, f.version from unnest($1::text[], $2::text[]) as wanted(name, version)
  join remote_files f on f.name = wanted.name and f.version = wanted.version
  where f.path like '${typesFolder}%.d.ts' order by f.name`

const FileRow = z.object({ path: z.string(), text: z.string() })
const TypedRow = z.object({ name: z.string(), version: z.string() })

async function typesOf(deps: DomainDeps, name: string, wanted: string | undefined): Promise<RemoteTypes> {
  const active = (await deployedNow(deps)).find((remote) => remote.active.name === name)?.active.version
  const version = wanted ?? active
  if (version === undefined) throw new Refusal('not-found', phrase('Module {{name}} not found.', { name }))
  const files = await deps.database.query(filesText, [name, version], FileRow)
  if (files.length === 0)
    throw new Refusal(
      'not-found',
      phrase('Version {{version}} of {{name}} has no types. Build it with portal build, which writes them.', {
        version,
        name,
      }),
    )
  return {
    name,
    version,
    files: files.map(({ path, text }) => ({ path: path.slice(typesFolder.length), text })),
  }
}

async function portalTypes(deps: DomainDeps): Promise<PortalTypes> {
  const shell = await shellRecord(deps.environment.buildsDir)
  const active = (await deployedNow(deps)).map((remote) => remote.active)
  const remotes = await deps.database.query(
    typedText,
    [active.map(({ name }) => name), active.map(({ version }) => version)],
    TypedRow,
  )
  return {
    contract: contractVersion,
    shell: shell?.version ?? null,
    packages: shell?.provided ?? {},
    offers: shell?.offers ?? null,
    remotes,
  }
}

/** Type declarations of the versions in production, for administrators and holders of a deploy token. */
export function typeRoutes(deps: DomainDeps) {
  const guarded = {
    config: { access: 'public' as const },
    onRequest: (request: FastifyRequest) => requireDeployer(deps, request),
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.route({ method: 'GET', url: '/api/federation/types', ...guarded, handler: () => portalTypes(deps) })
    app.route({
      method: 'GET',
      url: '/api/federation/remotes/:name/types',
      ...guarded,
      handler: (request) =>
        typesOf(
          deps,
          parse(Named, request.params, 'params').name,
          parse(Query, request.query, 'query').version,
        ),
    })
  }
}
