import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BuildRecord, contractVersion, unknownGuards } from '@portal/contract'
import type { RemoteManifest } from '@portal/contract'
import { satisfies, validRange } from 'semver'
import { appendEvent } from '#database/outbox.ts'
import type { Deps } from '../deps.ts'
import { findIntegrity, insertActivation, insertVersion, lockActivation } from './federation.queries.ts'
import { unknownChecks } from './route-checks.ts'

/** Where published builds lie: `<name>/<version>/...`, never changed once there. */
export function remotesFolder(deps: Pick<Deps, 'environment'>): string {
  return join(deps.environment.dataDir, 'remotes')
}

/** Why a build may not be published, or null. */
export function whyNotPublish(manifest: RemoteManifest): string | null {
  const guards = unknownGuards(manifest)
  if (guards.length > 0) return `it names the unknown guard ${guards.join(', ')}`
  const checks = unknownChecks(manifest)
  if (checks.length > 0) return `it names the unknown check ${checks.join(', ')}`
  if (validRange(manifest.contract) === null) return `its contract ${manifest.contract} is no version range`
  if (!satisfies(contractVersion, manifest.contract)) return `it needs contract ${manifest.contract}, this portal has ${contractVersion}`
  return null
}

/** `sha384-<base64>` of a file's bytes. */
export async function integrityOf(path: string): Promise<string> {
  return `sha384-${createHash('sha384')
    .update(await readFile(path))
    .digest('base64')}`
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Copies a build to its place in one go, so that half of one is never served. */
async function copyBuild(from: string, to: string): Promise<void> {
  if (await isThere(to)) return
  const fresh = `${to}.${process.pid}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(join(to, '..'), { recursive: true })
  await cp(from, fresh, { recursive: true })
  await rename(fresh, to)
}

/** Publishes a build folder and answers its record, or null (with a logged sentence) when it is refused. */
async function publish(deps: Deps, folder: string): Promise<BuildRecord | null> {
  const parsed = BuildRecord.safeParse(JSON.parse(await readFile(join(folder, 'portal-build.json'), 'utf8')))
  if (!parsed.success) {
    deps.log.error(`The build in ${folder} is not published: its portal-build.json is not valid (${parsed.error.issues[0]?.message ?? ''}).`)
    return null
  }
  const { name, version, entry, manifest } = parsed.data
  const refusal = whyNotPublish(manifest)
  if (refusal !== null) {
    deps.log.error(`The build ${version} of ${name} is not published: ${refusal}.`)
    return null
  }
  const integrity = await integrityOf(join(folder, entry))
  const before = await findIntegrity(deps.database.kysely, name, version)
  if (before !== undefined && before !== integrity) {
    deps.log.error(`The build ${version} of ${name} is not published: another build has that version already.`)
    return null
  }
  await copyBuild(folder, join(remotesFolder(deps), name, version))
  await insertVersion(deps.database.kysely, { name, version, integrity, manifest, at: deps.clock.now(), by: null })
  return parsed.data
}

/** Puts a published build in force where no person ever deployed or rolled back. */
async function activateOwn(deps: Deps, { name, version }: BuildRecord): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const active = await lockActivation(trx, name)
    if (active.version === version || active.chosenByPerson) return
    await insertActivation(trx, { name, version, reason: 'start', at, by: null })
    await appendEvent(trx, {
      collection: 'registry',
      pid: name,
      action: 'activate',
      version: 1,
      actor: null,
      at,
      changes: [{ field: 'version', from: active.version, to: version }],
    })
  })
}

/** At start: publishes what was built beside the server (`mfe-<name>/dist`) and activates it where nobody decided otherwise. */
export async function publishOwnBuilds(deps: Deps): Promise<void> {
  const packages = await readdir(deps.environment.buildsDir)
  for (const name of packages.filter((each) => each.startsWith('mfe-')).toSorted()) {
    const folder = join(deps.environment.buildsDir, name, 'dist')
    if (!(await isThere(join(folder, 'portal-build.json')))) continue
    const build = await publish(deps, folder)
    if (build !== null) await activateOwn(deps, build)
  }
}
