import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal, phrase } from '@portal/contract'
import { StoreRefusal, buildsFolder, makeBuildKey } from '#features/files/file-store.ts'
import type { FileStore } from '#features/files/file-store.ts'
import { SweepRefusal, matchStore, requireSmallSweep } from '#storage/store-identity.ts'
import type { Deps } from '../deps.ts'
import type { BuildFile } from './federation.queries.ts'

/** A build is written by so many files at once. */
const filesAtOnce = 8
/** So long the store may take over one file of an upload, whose sender waits. */
const keptWithinMs = 10_000

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * The answer of a store, or an error when it takes too long. Work that comes to its end later is forgotten.
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

/** Where a file of a build is found, in the store as in the database. */
export interface BuildPath {
  name: string
  version: string
  path: string
}

const keyOf = ({ name, version, path }: BuildPath) => makeBuildKey(name, version, path)

type ExpectedFile = BuildPath & { size: number; sha256: string }
type Artefact = BuildPath & { bytes: Buffer; sha256: string }

/**
 * The bytes of a published file where the store has them; else what is wrong with what it has. Throws where
 * the store does not serve.
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
 * Puts a published file under its key. The same bytes may lie there already; others are not what was
 * published, and make way.
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
 * Writes the files of a published build into the store. A store that does not take them stops no publication,
 * and is told of in the log: the database has the artefact, from which they are served and, once the store is
 * well, written.
 */
export async function storeBuild(
  { store, log }: Pick<Deps, 'store' | 'log'>,
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
 * A file of a build out of the database; null where there is none (any more). Throws 503 for one that was
 * changed since it was published, whoever changed it, and tells the log.
 */
export async function findArtefact(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  { name, version, path }: BuildPath,
): Promise<Artefact | null> {
  const [row] = await database.query<Pick<Artefact, 'bytes' | 'sha256'>>(artefactText, [name, version, path])
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

type LevelDeps = Pick<Deps, 'database' | 'store' | 'log' | 'clock' | 'ids'>

export interface ReconciledBuild {
  /** Of builds that are kept no more. */
  removed: number
  /** Of builds that are kept, and were not there. */
  written: number
  /** Neither in the store nor unchanged in the database. */
  lost: number
}

const sweptText = 'select name, version from remote_versions where swept_at is not null'

/**
 * Moves files of builds to the bin of the store; answers how many. Nothing is moved, and the log says why,
 * where the store is another database's or more would go than the sweeps of this database account for
 * (decision 0043).
 */
async function binBuilds(deps: LevelDeps, keys: readonly string[], all: number): Promise<number> {
  try {
    await matchStore(deps)
    const swept = await deps.database.slowQuery<Pick<BuildPath, 'name' | 'version'>>(sweptText, [])
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
 * Brings the store in line with the builds that are kept: what it lacks is written, what belongs to none is
 * removed. The store is listed first and the database asked after it, and a build is in the database before
 * it is in the store: so nothing that is just coming goes.
 */
export async function levelStore(deps: LevelDeps): Promise<ReconciledBuild> {
  const keys = await Array.fromAsync(deps.store.listBuilds())
  const missing = new Map(
    (await deps.database.slowQuery<BuildPath>(keptText, [])).map((file) => [keyOf(file), file]),
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
