import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageOf, sharedRequests as requests } from '@portal/contract/other-tools'
import { readPackage } from './package-json.ts'

const require = createRequire(import.meta.url)

/** The version in the package.json that the bare import resolves to. */
function versionOf(packageName: string): string {
  for (
    let folder = dirname(require.resolve(packageName));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    const found = readPackage(join(folder, 'package.json'))
    if (found?.name === packageName) return found.version
  }
  throw new Error(`No package.json found for ${packageName}. Run npm ci.`)
}

/**
 * The versions of the shared modules, by request, for the build of the shell. Throws when the shell in
 * `folder` does not provide one of them.
 */
export function providedVersions(folder: string): Record<string, string> {
  const file = join(folder, 'src/federation/shared-modules.ts')
  const source = readFileSync(file, 'utf8')
  const missing = requests.filter((request) => !source.includes(`'${request}'`))
  if (missing.length > 0)
    throw new Error(`${file} does not provide ${missing.join(', ')}, so remotes would not get it`)
  return sharedVersions()
}

/** The versions of the shared modules, by request. */
function sharedVersions(): Record<string, string> {
  return Object.fromEntries(requests.map((request) => [request, versionOf(packageOf(request))]))
}

/**
 * The shared modules of the portal itself with the file of each. Other modules are judged by their version.
 */
export function portalModules(): Record<string, string> {
  return Object.fromEntries(
    requests
      .filter((request) => request.startsWith('@portal/'))
      .map((request) => [request, require.resolve(request)]),
  )
}

interface SharedEntry {
  singleton: true
  version: string
  requiredVersion: string
  import: false
  strictVersion: true
}

/**
 * The modules that a remote takes from the shell. The remote bundles no copy (`import: false`) and rejects
 * another version. Versions are explicit: without them, federation warns about every package that does not
 * list the dependency.
 */
export function takenFromShell(): Record<string, SharedEntry> {
  return Object.fromEntries(
    Object.entries(sharedVersions()).map(([request, version]) => [
      request,
      { singleton: true, version, requiredVersion: `^${version}`, import: false, strictVersion: true },
    ]),
  )
}
