import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { availableMemory } from 'node:process'
import { join } from 'node:path'

/** Folder for the temporary files of one test run, and the environment variable with its path. */
export interface Scratch {
  env: { TMPDIR: string } | Record<string, never>
  /** Removes the folder with everything that tests left in it. */
  remove(): void
}

/** File system in memory that Linux offers. Containers often limit it to 64 MB. */
const inMemory = '/dev/shm'
/** A run needs up to 2 GB; the rest is for its programs. */
const neededMegabytes = 6_144

const prefix = 'portal-run-'

function hasRoom(parent: string, megabytes: number): boolean {
  if (!existsSync(parent)) return false
  const { bavail, bsize } = statfsSync(parent)
  return Math.min(bavail * bsize, availableMemory()) >= megabytes * 1_048_576
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Folders of runs that were killed. Their memory is otherwise lost until the next start of the machine. */
function abandoned(parent: string): string[] {
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length).split('-')[0])))
    .map((name) => join(parent, name))
}

/** A killed test may have left a mounted file system in it. That stays, and the run goes on. */
function removeAbandoned(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.warn(`${folder} of a test run that was killed could not be removed: ${reason}`)
  }
}

/**
 * Puts the temporary files of a test run into memory where there is enough of it: databases are copied and
 * dropped more than a thousand times, which takes ten times as long on a disk. Elsewhere the tests use the
 * temporary folder of the system.
 */
export function makeScratch(parent = inMemory, megabytes = neededMegabytes): Scratch {
  if (!hasRoom(parent, megabytes)) return { env: {}, remove: () => undefined }
  for (const folder of abandoned(parent)) removeAbandoned(folder)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o711)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // Also when a signal ends the run.
  process.once('exit', remove)
  return { env: { TMPDIR: folder }, remove }
}
