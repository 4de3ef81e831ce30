import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { RepositoryPackage, packageOf, sharedRequests } from '@portal/contract/other-tools'
import { CliError } from './cli-error.ts'
import { readManifest } from './read-manifest.ts'

const skippedFolders = new Set(['node_modules', 'dist', 'coverage'])

function inputFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : inputFiles(join(folder, entry.name))
    return entry.isFile() ? [join(folder, entry.name)] : []
  })
}

/** The first 8 hex digits of the hash of all files that a build can depend on, the lockfile included. */
function inputHash(folder: string): string {
  const hash = createHash('sha256')
  const named = inputFiles(folder).map((file) => ({
    file,
    name: relative(folder, file).split(sep).join('/'),
  }))
  for (const { file, name } of named.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const bytes = readFileSync(file)
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex').slice(0, 8)
}

/** The package.json of a repository. Throws ZodError for one without a version. */
export const readRepositoryPackage = (folder: string) =>
  RepositoryPackage.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

/** The packages that a repository uses, also those for its tests. */
export function packagesOf(folder: string): string[] {
  const { dependencies, devDependencies, peerDependencies } = readRepositoryPackage(folder)
  return [dependencies, peerDependencies, devDependencies].flatMap((each) => Object.keys(each))
}

/**
 * The installed version of a package, which may not export its package.json; null when it is not installed.
 */
export function installedVersion(folder: string, name: string): string | null {
  const places = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? []
  const file = places.map((place) => join(place, name, 'package.json')).find((each) => existsSync(each))
  return file === undefined ? null : RepositoryPackage.parse(JSON.parse(readFileSync(file, 'utf8'))).version
}

function versionOf(folder: string, name: string): string {
  const version = installedVersion(folder, name)
  if (version === null) throw new CliError(`${name} is not installed in ${folder}: run npm install.`)
  return version
}

/** A shared module that the shell provides: one copy in the page, and none in the build. */
export interface SharedByShell {
  singleton: true
  import: false
  requiredVersion: string
}

/** Options of a module federation plugin that a remote of the portal needs, whatever its tool. */
export interface FederationOptions {
  /** Ends with the hash of the files of the repository, so that two versions can run in one page. */
  name: string
  exposes: Record<string, string>
  shared: Record<string, SharedByShell>
  manifest: true
  dts: false
  shareStrategy: 'loaded-first'
}

/**
 * What the module federation plugins of Rspack and Vite need for the portal. `folder` is the repository with
 * portal.json and package.json, `exposes` are the files: `./app` and one for each panel. All modules of the
 * shell whose packages are in package.json are shared.
 */
export function federationOptions(folder: string, exposes: Record<string, string>): FederationOptions {
  const { name, panels } = readManifest(folder, { checksPanels: false })
  const missing = ['./app', ...panels.map(({ expose }) => expose)].filter((each) => !(each in exposes))
  if (missing.length > 0) throw new CliError(`exposes has no ${missing.join(', ')}, which the portal loads.`)
  const used = packagesOf(folder)
  const shared = sharedRequests
    .filter((request) => used.includes(packageOf(request)))
    .map((request): [string, SharedByShell] => [
      request,
      { singleton: true, import: false, requiredVersion: `^${versionOf(folder, packageOf(request))}` },
    ])
  return {
    name: `mfe_${name}_${inputHash(folder)}`,
    exposes,
    shared: Object.fromEntries(shared),
    manifest: true,
    dts: false,
    shareStrategy: 'loaded-first',
  }
}

/** `federationOptions` for `ModuleFederationPlugin` of `@module-federation/enhanced/rspack`. */
export function rspackFederation(folder: string, exposes: Record<string, string>) {
  const options = federationOptions(folder, exposes)
  return {
    ...options,
    filename: 'remoteEntry.js',
    library: { type: 'global', name: options.name },
    // The federation runtime of the shell, which is in the page already.
    experiments: { externalRuntime: true },
  }
}

/**
 * `federationOptions` for `federation` of `@module-federation/vite`. The portal loads the script
 * `remoteEntry.js`, which loads Vite's own entry, an ES module.
 */
export function viteFederation(folder: string, exposes: Record<string, string>) {
  return { ...federationOptions(folder, exposes), filename: 'entry.js', varFilename: 'remoteEntry.js' }
}
