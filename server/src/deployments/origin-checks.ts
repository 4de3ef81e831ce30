import { z } from 'zod'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { sha256Of } from '#platform/federation/build-store.ts'
import { OutsideError, requestOutside } from '#platform/outside/outside-request.ts'
import { listServedElsewhere } from './origins.ts'
import type { ServedBuild } from './origins.ts'

/** Limit for one file; a build has a few dozen. */
const fileTimeoutMs = 10_000
/** Files that are asked for at a time. */
const atOnce = 4
/** A version whose origin comes and goes raises one alert in this time. */
const alertAgainMs = 60 * 60_000

const FileRow = z.object({ path: z.string(), size: z.number(), sha256: z.string() })

// Compressed copies are the portal's own: an origin compresses as it likes.
const filesText = `select path, size, sha256 from remote_files where name = $1 and version = $2
  and not (path ~ '\\.(br|gz)$') and path <> 'portal-build.json' order by path`

/** What is wrong with a file at its origin, as a part of a sentence; null when it is the published one. */
async function whyChanged(
  deps: DomainDeps,
  address: string,
  { size, sha256, path }: z.infer<typeof FileRow>,
): Promise<string | null> {
  const { publicOrigin, allowPrivateSources } = deps.environment
  try {
    const answer = await requestOutside({
      url: new URL(address + path),
      headers: { origin: publicOrigin },
      timeoutMs: fileTimeoutMs,
      maxBytes: size + 1_024,
      allowPrivate: allowPrivateSources,
    })
    if (answer.status !== 200) return `${address}${path} answers ${answer.status}`
    if (sha256Of(answer.bytes) !== sha256) return `${address}${path} is not the published file`
    const allowed = answer.headers['access-control-allow-origin'] ?? ''
    return allowed === '*' || allowed === publicOrigin
      ? null
      : `${address}${path} has no header Access-Control-Allow-Origin for ${publicOrigin}`
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return error.fault === 'too-large'
      ? `${address}${path} is not the published file`
      : `${address}${path} cannot be fetched (${error.fault})`
  }
}

/**
 * What differs between the published files of a build and those at an origin, which serves them at
 * `/remotes/<name>/<version>/`; null when nothing does.
 */
export async function whyNotAsPublished(
  deps: DomainDeps,
  { name, version }: { name: string; version: string },
  origin: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const files = await deps.database.query(filesText, [name, version], FileRow)
  const address = `${origin}/remotes/${name}/${version}/`
  for (let first = 0; first < files.length; first += atOnce) {
    signal?.throwIfAborted()
    const group = files.slice(first, first + atOnce)
    const found = await Promise.all(group.map((file) => whyChanged(deps, address, file)))
    const reason = found.find((each) => each !== null)
    if (reason !== undefined) return reason
  }
  return null
}

/** The origin that a build names as the one that serves it, whether it is listed or not. */
export async function originOfBuild(
  { database }: Pick<DomainDeps, 'database'>,
  name: string,
  version: string,
): Promise<{ origin: string; isListed: boolean } | null> {
  const [row] = await database.query(
    `select v.served_from, o.origin from remote_versions v left join remote_origins o on o.origin = v.served_from
      where v.name = $1 and v.version = $2`,
    [name, version],
    z.object({ served_from: z.string().nullable(), origin: z.string().nullable() }),
  )
  if (row === undefined || row.served_from === null) return null
  return { origin: row.served_from, isListed: row.origin !== null }
}

/** Why a build cannot be activated at the origin that it names, as a part of a sentence; null when it can. */
export async function whyNotAtOrigin(
  deps: DomainDeps,
  name: string,
  version: string,
): Promise<string | null> {
  const place = await originOfBuild(deps, name, version)
  if (place === null) return null
  if (!place.isListed)
    return `it is served from ${place.origin}, which is not on the list of this portal: a superadmin adds it in Settings, Modules`
  return whyNotAsPublished(deps, { name, version }, place.origin)
}

const checkedText = `insert into remote_origin_checks (name, version, checked_at) values ($1, $2, $3)
  on conflict (name, version) do update set checked_at = excluded.checked_at`
const changedText = `update remote_origin_checks set problem = $3 where name = $1 and version = $2 and problem is distinct from $3 returning name`
const alertedText = `update remote_origin_checks set alerted_at = $3 where name = $1 and version = $2
  and (alerted_at is null or alerted_at < $4) returning name`

/**
 * Records a check. A new problem is told to administrators with the owner, and the portal serves its copy.
 */
async function keepCheck(deps: DomainDeps, build: ServedBuild, problem: string | null): Promise<void> {
  const { name, version, served_from: origin } = build
  const owner = build.owner ?? ''
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    await deps.database.queryIn(trx, checkedText, [name, version, now])
    const changed = await deps.database.queryIn(trx, changedText, [name, version, problem])
    if (problem === null || changed.length === 0) return
    deps.log.warn({ remote: name, version, owner }, `a build is not served as it was published: ${problem}`)
    const since = new Date(now.getTime() - alertAgainMs)
    const alerted = await deps.database.queryIn(trx, alertedText, [name, version, now, since])
    if (alerted.length === 0) return
    await alertAdministrators(
      { deps, trx, now },
      {
        rule: 'remote-origin',
        severity: 'CRITICAL',
        link: '/settings/modules',
        words: (language) => {
          const say = alertTexts(language)
          return {
            title: say('remoteOrigin', { name, version }),
            message: `${say('remoteOriginMeans', { origin, owner })}\n${problem}.`,
          }
        },
      },
    )
  })
}

/** Compares every build in force that another origin serves with what was published. */
export async function checkOrigins(
  deps: DomainDeps,
  signal: AbortSignal,
): Promise<{ checked: number; changed: number }> {
  const counts = { checked: 0, changed: 0 }
  for (const build of await listServedElsewhere(deps)) {
    if (signal.aborted) break
    const problem = await whyNotAsPublished(deps, build, build.served_from, signal)
    await keepCheck(deps, build, problem)
    counts.checked += 1
    if (problem !== null) counts.changed += 1
  }
  return counts
}
