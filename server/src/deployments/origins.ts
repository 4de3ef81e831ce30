import { invalid, phrase } from '@portal/contract'
import type { RemoteOrigins } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { deployedNow } from '#platform/federation/registry.ts'
import { whyNotOrigin } from '#platform/federation/served-elsewhere.ts'
import type { Administrator } from './tokens.ts'

/** Each origin is part of the policy of every page. */
const maxOrigins = 20

const OriginRow = z.object({ origin: z.string(), added_at: z.date(), by: z.string().nullable() })
const BuildRow = z.object({
  name: z.string(),
  version: z.string(),
  owner: z.string().nullable(),
  served_from: z.string(),
  checked_at: z.date().nullable(),
  problem: z.string().nullable(),
})

const originsText = `select o.origin, o.added_at, u.name as by from remote_origins o
  left join users u on u.pid = o.added_by order by o.origin`

const buildsText = `select v.name, v.version, v.manifest->>'owner' as owner, v.served_from, c.checked_at, c.problem
  from unnest($1::text[], $2::text[]) as wanted(name, version) join remote_versions v on v.name = wanted.name and v.version = wanted.version
  left join remote_origin_checks c on c.name = v.name and c.version = v.version
  where v.served_from is not null order by v.name, v.version`

/** A build that an origin serves, with its last check. */
export type ServedBuild = z.infer<typeof BuildRow>

/** The builds in force, canaries too, that another origin serves or should serve. */
export async function listServedElsewhere(deps: DomainDeps): Promise<ServedBuild[]> {
  const builds = (await deployedNow(deps)).flatMap(({ active, canary }) =>
    canary === null ? [active] : [active, canary.build],
  )
  return deps.database.query(
    buildsText,
    [builds.map(({ name }) => name), builds.map(({ version }) => version)],
    BuildRow,
  )
}

/** `GET /api/federation/origins`. */
export async function listOrigins(deps: DomainDeps): Promise<RemoteOrigins> {
  const rows = await deps.database.query(originsText, [], OriginRow)
  const builds = await listServedElsewhere(deps)
  return {
    origins: rows.map(({ origin, added_at: at, by }) => ({
      origin,
      addedAt: at.toISOString(),
      addedBy: by ?? '',
      builds: builds
        .filter((build) => build.served_from === origin)
        .map(({ name, version, owner, checked_at: checkedAt, problem }) => ({
          remote: name,
          version,
          owner: owner ?? '',
          checkedAt: checkedAt?.toISOString() ?? null,
          problem,
        })),
    })),
  }
}

async function record(
  deps: DomainDeps,
  kind: 'remote-origin-added' | 'remote-origin-removed',
  origin: string,
  by: Administrator,
): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = { origin, added_at: at, added_by: by.pid }
    const changed =
      kind === 'remote-origin-added'
        ? await trx
            .insertInto('remote_origins')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .returning('origin')
            .execute()
        : await trx.deleteFrom('remote_origins').where('origin', '=', origin).returning('origin').execute()
    if (changed.length === 0) return
    await writeAudit(trx, { kind, at, actor: by.pid, person: null, origin: by.origin, detail: { origin } })
  })
}

/** Allows builds to be served from an origin. Throws 400 for one that pages or the portal must not call. */
export async function addOrigin(deps: DomainDeps, origin: string, by: Administrator): Promise<void> {
  const reason = whyNotOrigin(origin, deps.environment)
  if (reason !== null) throw invalid('body.origin', 'not-allowed', reason)
  const [{ count } = { count: 0 }] = await deps.database.query(
    'select count(*)::int as count from remote_origins where origin <> $1',
    [origin],
    z.object({ count: z.number() }),
  )
  if (count >= maxOrigins)
    throw invalid(
      'body.origin',
      'too-many',
      phrase('At most {{maxOrigins}} origins can be listed. Remove one that no module uses.', { maxOrigins }),
    )
  await record(deps, 'remote-origin-added', origin, by)
}

/** Ends it. With the next page the portal serves its own copy of the builds there. */
export async function removeOrigin(deps: DomainDeps, origin: string, by: Administrator): Promise<void> {
  await record(deps, 'remote-origin-removed', origin, by)
}
