import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * Shared inputs of every build. Their hash is part of the version of a build, so it must not depend on this
 * machine.
 */
const sharedInputs = ['contract', 'shared-ui']
const sharedFiles = ['tsconfig.base.json', 'scripts/input-hash.mjs']

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', 'test-support'])
const skippedFiles = /\.test\.tsx?$|\.md$|^jest\.config\./

/**
 * The files below a folder that can affect its build: without tests, documentation, results and hidden files.
 * @param {string} folder
 * @returns {string[]} absolute paths
 */
function inputFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : inputFiles(join(folder, entry.name))
    return entry.isFile() && !skippedFiles.test(entry.name) ? [join(folder, entry.name)] : []
  })
}

/** @type {(lockfile: string) => string} */
export function installedBy(lockfile) {
  /** @type {{ packages: Record<string, { link?: boolean }> }} */
  const { packages } = JSON.parse(lockfile)
  const fetched = Object.entries(packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && link !== true,
  )
  return JSON.stringify(fetched.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** @type {(packageFolder: string) => string} */
export function inputHash(packageFolder) {
  const folders = new Set([resolve(root, packageFolder), ...sharedInputs.map((name) => join(root, name))])
  const files = [...sharedFiles.map((name) => join(root, name)), ...[...folders].flatMap(inputFiles)]
  const named = files
    .map((file) => ({ file, name: relative(root, file).split(sep).join('/') }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const hash = createHash('sha256').update(installedBy(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  for (const { file, name } of named) {
    const bytes = readFileSync(file)
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}
