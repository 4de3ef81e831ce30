import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Whether a file or folder goes along. `path` is relative to the folder that is copied. */
export type Filter = (path: string) => boolean

/**
 * Paths of all files and links below a folder that pass the filter, in order. A folder that does not pass is
 * skipped.
 */
export function listFiles(folder: string, filter: Filter = () => true, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (!filter(path)) return []
      return entry.isDirectory() ? listFiles(folder, filter, path) : [path]
    })
}

/** Copies one file. Its mode depends only on whether it can be executed, not on the umask of this machine. */
export function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  const { mode } = lstatSync(from)
  copyFileSync(from, to)
  chmodSync(to, (mode & 0o100) === 0 ? 0o644 : 0o755)
}

/** Copies the files of a folder that pass the filter. Links stay links. */
export function copyTree(from: string, to: string, filter?: Filter): void {
  for (const path of listFiles(from, filter)) {
    const [source, target] = [join(from, path), join(to, path)]
    if (lstatSync(source).isSymbolicLink()) {
      mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
      symlinkSync(readlinkSync(source), target)
    } else copyFile(source, target)
  }
}

/** Space that a folder takes on disk, in bytes. */
export function sizeOnDisk(folder: string): number {
  return listFiles(folder).reduce((sum, path) => sum + lstatSync(join(folder, path)).blocks * 512, 0)
}

/** One line per file with its hash, in the form that `sha256sum --check` reads. */
export function checksums(folder: string): string {
  return listFiles(folder)
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .map(
      (path) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('')
}
