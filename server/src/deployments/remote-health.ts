import { Refusal, phrase, sentBytesOf } from '@portal/contract'
import type { RemoteHealth } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import type { DeployedRemote } from '#platform/federation/deployed-remotes.ts'
import { deployedNow } from '#platform/federation/registry.ts'
import { callersOf } from './callers.ts'
import { readBudget } from './error-budgets.ts'
import { listLoadFailures, shownMs } from './loads.ts'
import { listPageErrors } from './page-errors.ts'
import { SourcePlaces } from './source-maps.ts'
import { listTimings } from './timings.ts'
import { listLongFrames } from './vitals.ts'

/** Places of long frames that are listed. All of them count for their version. */
const listedFrames = 20

const FileRow = z.object({
  version: z.string(),
  published_at: z.date(),
  path: z.string(),
  size: z.number(),
})

const filesText = `select v.version, v.published_at, f.path, f.size from remote_versions v
  join remote_files f on f.name = v.name and f.version = v.version
  where v.name = $1 and v.swept_at is null order by v.published_at, v.version`

/** Scripts and styles of the stored versions, as they are sent. */
async function listSizes({ database }: DomainDeps, name: string): Promise<RemoteHealth['sizes']> {
  const rows = await database.query(filesText, [name], FileRow)
  return [...Map.groupBy(rows, ({ version }) => version)].map(([version, files]) => ({
    version,
    publishedAt: files[0]?.published_at.toISOString() ?? '',
    bytes: sentBytesOf(files),
  }))
}

type LongFrame = Omit<RemoteHealth['longFrames'][number], 'source'>

function framesOf(
  version: string,
  frames: readonly LongFrame[],
): RemoteHealth['measured'][number]['longFrames'] {
  const own = frames.filter((frame) => frame.version === version)
  if (own.length === 0) return null
  return {
    count: own.reduce((sum, { count }) => sum + count, 0),
    totalMs: own.reduce((sum, { totalMs }) => sum + totalMs, 0),
    longestMs: Math.max(...own.map(({ longestMs }) => longestMs)),
  }
}

/** All deployed remotes, and the one of this name. Throws 404 if it is not deployed. */
export async function requireDeployed(
  deps: DomainDeps,
  name: string,
): Promise<{ deployed: readonly DeployedRemote[]; remote: DeployedRemote }> {
  const deployed = await deployedNow(deps)
  const remote = deployed.find(({ active }) => active.name === name)
  if (remote === undefined) throw new Refusal('not-found', phrase('Module {{name}} not found.', { name }))
  return { deployed, remote }
}

/** How a deployed remote does in the pages of its viewers. Throws 404 if it is not deployed. */
export async function remoteHealth(deps: DomainDeps, name: string): Promise<RemoteHealth> {
  const { deployed, remote } = await requireDeployed(deps, name)
  const since = new Date(deps.clock.now().getTime() - shownMs)
  const [timings, frames] = [
    await listTimings(deps.database, name, since),
    await listLongFrames(deps, name, since),
  ]
  const versions = new Set([...timings.keys(), ...frames.map(({ version }) => version)])
  const errors = await listPageErrors(deps, since, name)
  const places = new SourcePlaces(deps, name)
  const withSources = <Found extends { version: string; place: string }>(all: readonly Found[]) =>
    Promise.all(
      all.map(async (found) => ({ ...found, source: await places.find(found.version, found.place) })),
    )
  return {
    name,
    owner: remote.active.manifest.owner,
    budget: await readBudget(deps, name),
    measured: [...versions].map((version) => ({
      version,
      timings: timings.get(version) ?? {},
      longFrames: framesOf(version, frames),
    })),
    failures: await listLoadFailures(deps, since, name),
    errors: await withSources(errors),
    longFrames: await withSources(frames.slice(0, listedFrames)),
    uses: remote.active.uses,
    usedBy: callersOf(remote, deployed),
    sizes: await listSizes(deps, name),
    sizeLimitBytes: deps.environment.remoteSizeLimitKb * 1000,
  }
}
