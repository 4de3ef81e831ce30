import { createHash } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { BuildRecord, Refusal, manifestText, splitManifest, whyTooHeavy, phrase } from '@portal/contract'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { PlatformDeps } from '../deps.ts'
import { storeBuild, sha256Of } from './build-store.ts'
import { withCopies } from './compressed-copies.ts'
import { deploymentStateOf } from './deployment-state.ts'
import {
  findPublished,
  findRemoval,
  insertFiles,
  insertStep,
  insertVersion,
  isChosen,
  lockSteps,
} from './federation.queries.ts'
import type { BuildFile, Author } from './federation.queries.ts'
import { whyNotOfOtherTool } from './other-tools.ts'
import { whyNotPinned } from './served-elsewhere.ts'
import { shellRecord } from './shell-build.ts'
import { whyNotPublish } from './why-not-publish.ts'
import { whyUnscoped } from './why-unscoped.ts'

/** `sha384-<base64>`, the form of subresource integrity. */
export function integrityOf(bytes: Buffer | string): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/**
 * Each build creates its compressed copies again, and different versions of the compressor produce different
 * bytes.
 */
function isCompressedCopy(path: string, paths: ReadonlySet<string>): boolean {
  return /\.(br|gz)$/.test(path) && paths.has(path.replace(/\.(br|gz)$/, ''))
}

/**
 * One hash of all files of a build and of their place. Two builds of one version are the same build when it
 * is equal.
 */
function digestOf(files: readonly BuildFile[], servedFrom: string | null): string {
  const paths = new Set(files.map(({ path }) => path))
  const lines = files
    .filter(({ path }) => !isCompressedCopy(path, paths))
    .map(({ path, sha256 }) => `${path} ${sha256}`)
  if (servedFrom !== null) lines.push(servedFrom)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}

export interface PublishResult {
  /** False when the same build was already published. */
  isNew: boolean
  integrity: string
  size: number
  files: number
}

/**
 * Publishes a build: writes its files to the database, for every server on it, and to the file store. They
 * never change afterwards. Throws 400 with the reason when the build is not valid, and 409 when another build
 * has the version.
 */
export async function publishBuild(
  deps: PlatformDeps,
  record: BuildRecord,
  built: readonly BuildFile[],
  by: Author,
): Promise<PublishResult> {
  const { name, version, manifest, entry, sizeBudgetKb, uses, shared, servedFrom = null } = record
  const files = await withCopies(built)
  const sizes = files.map(({ path, bytes }) => ({ path, size: bytes.length }))
  const refusal =
    whyNotPublish(record, await shellRecord(deps.environment.buildsDir)) ??
    whyTooHeavy(sizes, sizeBudgetKb, deps.environment.remoteSizeLimitKb) ??
    whyUnscoped(built, name) ??
    whyNotOfOtherTool(built, record) ??
    whyNotPinned(record, built)
  if (refusal !== null)
    throw new Refusal(
      'validation-failed',
      phrase('The build {{version}} of {{name}} is not published: {{refusal}}.', { version, name, refusal }),
    )
  const entryFile = files.find(({ path }) => path === entry)
  if (entryFile === undefined)
    throw new Refusal(
      'validation-failed',
      phrase('The build {{version}} of {{name}} is not published: it holds no {{entry}}.', {
        version,
        name,
        entry,
      }),
    )
  const [integrity, digest] = [integrityOf(entryFile.bytes), digestOf(files, servedFrom)]
  const size = built.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const at = deps.clock.now()
  const isNew = await deps.database.kysely.transaction().execute(async (trx) => {
    const manifestIntegrity = integrityOf(manifestText(splitManifest(manifest).manifest))
    const stored = {
      name,
      version,
      integrity,
      manifestIntegrity,
      manifest,
      uses,
      shared,
      servedFrom,
      digest,
      size,
      files: built.length,
      at,
      by,
    }
    if (!(await insertVersion(trx, stored))) return false
    await trx.deleteFrom('remote_files').where('name', '=', name).where('version', '=', version).execute()
    await insertFiles(trx, name, version, files)
    return true
  })
  const stored = isNew ? undefined : await findPublished(deps.database.kysely, name, version)
  if (stored !== undefined && stored.digest !== digest) {
    throw new Refusal(
      'duplicate',
      phrase(
        'The build {{version}} of {{name}} is not published: another build has that version already, and builds never change.',
        {
          version,
          name,
        },
      ),
    )
  }
  // The store already has the files of an existing build, or gets them from the database. These compressed
  // copies may differ from the published ones.
  if (isNew) await storeBuild(deps, record, files)
  return { isNew, integrity, size, files: built.length }
}

async function readFolder(folder: string): Promise<BuildFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name)
        const bytes = await readFile(file)
        return { path: relative(folder, file).split(sep).join('/'), bytes, sha256: sha256Of(bytes) }
      }),
  )
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

const itself: Author = { person: null, token: null }

/** Publishes a build folder and returns its record; null, with a log entry, when it is refused. */
async function publishFolder(deps: PlatformDeps, folder: string): Promise<BuildRecord | null> {
  const parsed = BuildRecord.safeParse(JSON.parse(await readFile(join(folder, 'portal-build.json'), 'utf8')))
  if (!parsed.success) {
    deps.log.error(
      `The build in ${folder} is not published: its portal-build.json is not valid (${parsed.error.issues[0]?.message ?? ''}).`,
    )
    return null
  }
  const { name, version, entry } = parsed.data
  const before = await findPublished(deps.database.kysely, name, version)
  if (before?.integrity === integrityOf(await readFile(join(folder, entry)))) return parsed.data
  try {
    await publishBuild(deps, parsed.data, await readFolder(folder), itself)
    return parsed.data
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    deps.log.error(error.message)
    return null
  }
}

/** Whether an administrator removed the remote, however long ago. */
async function wasRemoved(trx: Transaction<Tables>, name: string): Promise<boolean> {
  return (await findRemoval(trx, name, new Date(0))) !== undefined
}

/**
 * Activates a published build, unless a person or a token has activated or removed the remote or the version
 * is active.
 */
async function activateOwn(deps: PlatformDeps, { name, version }: BuildRecord): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const steps = await lockSteps(trx, name)
    const { active } = deploymentStateOf(steps)
    if (active === version || isChosen(steps) || (await wasRemoved(trx, name))) return
    await insertStep(trx, {
      name,
      version,
      reason: 'start',
      canary: null,
      from: active,
      note: null,
      at,
      by: itself,
    })
    const changes = [{ field: 'version', from: active, to: version }]
    await appendEvent(trx, {
      collection: 'registry',
      pid: name,
      action: 'activate',
      version: 1,
      actor: null,
      at,
      changes,
    })
  })
}

/**
 * At start: publishes the builds next to the server (`mfe-<name>/dist`) and activates those that no person or
 * token has decided on.
 */
export async function publishOwnBuilds(deps: PlatformDeps): Promise<void> {
  const packages = await readdir(deps.environment.buildsDir)
  for (const name of packages.filter((each) => each.startsWith('mfe-')).toSorted()) {
    const folder = join(deps.environment.buildsDir, name, 'dist')
    if (!(await isThere(join(folder, 'portal-build.json')))) continue
    const build = await publishFolder(deps, folder)
    if (build !== null) await activateOwn(deps, build)
  }
}
