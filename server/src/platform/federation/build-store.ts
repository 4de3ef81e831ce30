import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal, phrase } from '@portal/contract'
import { z } from 'zod'
import { StoreRefusal, buildsFolder, makeBuildKey } from '#platform/storage/file-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { SweepRefusal, matchStore, requireSmallSweep } from '#platform/storage/store-identity.ts'
import type { PlatformDeps } from '../deps.ts'
import type { BuildFile } from './federation.queries.ts'

/** Number of files of a build that are written in parallel. */
const filesAtOnce = 8
/** Time limit for storing one file of an upload, whose sender waits for the answer. */
const keptWithinMs = 10_000

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Resolves with the result of the work, or throws when it takes longer. The work itself goes on, and its
 * later result is ignored.
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`The file store did not answer within ${milliseconds / 1000} s.`)),
    milliseconds,
  )
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Identifies a file of a build, in the store and in the database. */
export const BuildPath = z.object({ name: z.string(), version: z.string(), path: z.string() })
export type BuildPath = z.infer<typeof BuildPath>

const keyOf = ({ name, version, path }: BuildPath) => makeBuildKey(name, version, path)

type ExpectedFile = BuildPath & { size: number; sha256: string }
const StoredBytes = z.object({ bytes: z.instanceof(Buffer), sha256: z.string() })
type Artefact = BuildPath & z.infer<typeof StoredBytes>

/**
 * The bytes of a published file from the store, or the reason why the stored file cannot be used. Throws when
 * the store is not available.
 */
export async function readBuildFile(
  store: FileStore,
  { size, sha256, ...file }: ExpectedFile,
): Promise<Buffer | 'missing' | 'altered'> {
  try {
    const found = await store.get(keyOf(file))
    if (found.size !== size) {
      found.body.destroy()
      return 'altered'
    }
    const bytes = await buffer(found.body)
    return sha256Of(bytes) === sha256 ? bytes : 'altered'
  } catch (error) {
    if (error instanceof StoreRefusal && error.reason === 'missing') return 'missing'
    throw error
  }
}

/**
 * Writes a published file under its key. A file with the same bytes is kept; a file with other bytes is
 * replaced.
 */
export async function storeBuildFile(store: FileStore, { bytes, ...file }: Artefact): Promise<void> {
  const wanted = { ...file, size: bytes.length }
  const put = () =>
    store.put(keyOf(file), Readable.from([bytes], { objectMode: false }), {
      size: wanted.size,
      sha256: wanted.sha256,
    })
  try {
    await put()
  } catch (error) {
    if (!(error instanceof StoreRefusal) || error.reason !== 'exists') throw error
    if ((await readBuildFile(store, wanted)) !== 'altered') return
    await store.delete(keyOf(file))
    await put()
  }
}

/**
 * Writes the files of a published build into the store. A failure of the store does not stop the publication
 * and is logged: the files are served from the database, and written to the store when it works again.
 */
export async function storeBuild(
  { store, log }: Pick<PlatformDeps, 'store' | 'log'>,
  { name, version }: { name: string; version: string },
  files: readonly BuildFile[],
): Promise<void> {
  const waiting = files.values()
  const writer = async () => {
    for (const file of waiting) await within(keptWithinMs, storeBuildFile(store, { name, version, ...file }))
  }
  try {
    await Promise.all(Array.from({ length: filesAtOnce }, writer))
  } catch (error) {
    log.warn(
      { err: error, remote: name, version },
      'a build was published, but the file store did not take its files: they are served from the database',
    )
  }
}

const keptText = 'select name, version, path from remote_files'
const artefactText = 'select bytes, sha256 from remote_files where name = $1 and version = $2 and path = $3'

/**
 * A file of a build from the database; null if it does not exist or was removed. Throws 503 and logs an error
 * for a file that changed after its publication.
 */
export async function findArtefact(
  { database, log }: Pick<PlatformDeps, 'database' | 'log'>,
  { name, version, path }: BuildPath,
): Promise<Artefact | null> {
  const [row] = await database.query(artefactText, [name, version, path], StoredBytes)
  if (row === undefined) return null
  if (sha256Of(row.bytes) === row.sha256) return { name, version, path, ...row }
  log.error(
    { remote: name, version, path },
    'a file of a build was changed since it was published and is not served',
  )
  throw new Refusal(
    'unavailable',
    phrase('{{path}} of {{name}} {{version}} was changed after publication and is not served.', {
      path,
      name,
      version,
    }),
  )
}

type LevelDeps = Pick<PlatformDeps, 'database' | 'store' | 'log' | 'clock' | 'ids'>

export interface ReconciledBuild {
  /** Removed files of builds that are no longer kept. */
  removed: number
  /** Files of kept builds that were missing in the store. */
  written: number
  /** Files of kept builds that are missing in the store and missing or changed in the database. */
  lost: number
}

const sweptText = 'select name, version from remote_versions where swept_at is not null'

/**
 * Moves files of builds to the bin of the store and returns their number. Moves nothing and logs the reason
 * when the store belongs to another database, or when more files would be moved than the sweeps of this
 * database explain (decision 0043).
 */
async function binBuilds(deps: LevelDeps, keys: readonly string[], all: number): Promise<number> {
  try {
    await matchStore(deps)
    const swept = await deps.database.slowQuery(sweptText, [], BuildPath.pick({ name: true, version: true }))
    const explained = new Set(swept.map(({ name, version }) => `${buildsFolder}/${name}/${version}`))
    requireSmallSweep(keys.filter((key) => !explained.has(key.split('/').slice(0, 3).join('/'))).length, all)
  } catch (error) {
    if (!(error instanceof SweepRefusal)) throw error
    deps.log.error(`Builds are not swept. ${error.message}`)
    return 0
  }
  for (const key of keys) await deps.store.moveToBin(key, 'build')
  return keys.length
}

/**
 * Makes the store match the kept builds: missing files are written, files of other builds are removed. The
 * store is listed before the database is read. A build is written to the database first, so a build that is
 * being published is never removed.
 */
export async function levelStore(deps: LevelDeps): Promise<ReconciledBuild> {
  const keys = await Array.fromAsync(deps.store.listBuilds())
  const missing = new Map(
    (await deps.database.slowQuery(keptText, [], BuildPath)).map((file) => [keyOf(file), file]),
  )
  const levelled: ReconciledBuild = { removed: 0, written: 0, lost: 0 }
  const unneeded = keys.filter((key) => !missing.delete(key))
  if (unneeded.length > 0) levelled.removed = await binBuilds(deps, unneeded, keys.length)
  for (const file of missing.values()) {
    try {
      const artefact = await findArtefact(deps, file)
      if (artefact === null) continue
      await storeBuildFile(deps.store, artefact)
      levelled.written += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      levelled.lost += 1
    }
  }
  return levelled
}
