import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'

/** Packages of the portal whose source a build contains or shares, where they are workspaces. */
const sharedPackages = ['@portal/contract', '@portal/shared-ui']

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', 'test-support'])
const skippedFiles = /\.test\.tsx?$|\.md$|^jest\.config\./

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ link: z.boolean().optional(), resolved: z.string().optional() }),
  ),
})

/**
 * The files below a folder that can affect its build: without tests, documentation, results and hidden files.
 */
function inputFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : inputFiles(join(folder, entry.name))
    return entry.isFile() && !skippedFiles.test(entry.name) ? [join(folder, entry.name)] : []
  })
}

/**
 * The installed packages of a lockfile, as text to compare. Packages of the same repository are left out, so
 * that adding a remote does not outdate other builds.
 */
export function installedBy(lockfile: string): string {
  const { packages } = Lockfile.parse(JSON.parse(lockfile))
  const fetched = Object.entries(packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && link !== true,
  )
  return JSON.stringify(fetched.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The folder in which npm installed the packages of `folder`: it has the lockfile. */
function repositoryOf(folder: string): string {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, 'package-lock.json'))) return place
    if (place === dirname(place))
      throw new Error(
        `No package-lock.json found in ${folder} or above: run npm install and commit the file.`,
      )
  }
}

/** Folders of the workspaces whose source is part of every build. None in a repository of a single remote. */
function sharedFolders(repository: string, lockfile: string): string[] {
  const { packages } = Lockfile.parse(JSON.parse(lockfile))
  return sharedPackages.flatMap((name) => {
    const { link, resolved } = packages[`node_modules/${name}`] ?? {}
    return link === true && resolved !== undefined ? [join(repository, resolved)] : []
  })
}

/**
 * Hash of all inputs of a package's build, as 64 hex digits: its files, the packages of the portal where they
 * are in the same repository, and the installed packages. It does not depend on the location of the
 * repository. `folder` is absolute.
 */
export function inputHash(folder: string): string {
  const repository = repositoryOf(folder)
  const lockfile = readFileSync(join(repository, 'package-lock.json'), 'utf8')
  const settings = join(repository, 'tsconfig.base.json')
  const folders = new Set([folder, ...sharedFolders(repository, lockfile)])
  const files = [...(existsSync(settings) ? [settings] : []), ...[...folders].flatMap(inputFiles)]
  const named = [...new Set(files)]
    .map((file) => ({ file, name: relative(repository, file).split(sep).join('/') }))
    .filter(({ name }) => name !== 'package-lock.json')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const hash = createHash('sha256').update(installedBy(lockfile))
  for (const { file, name } of named) {
    const bytes = readFileSync(file)
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}
