import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readPackage } from './package-json.ts'

const require = createRequire(import.meta.url)

/** Facades of this package. `lazy` ones are separate chunks of the shell; the others are in its main file. */
const facades = [
  { request: '@portal/shared-ui', lazy: false },
  { request: '@portal/shared-ui/router', lazy: true },
  { request: '@portal/shared-ui/state', lazy: false },
  { request: '@portal/shared-ui/query', lazy: false },
  { request: '@portal/shared-ui/i18n', lazy: false },
  { request: '@portal/shared-ui/mui', lazy: true },
  { request: '@portal/shared-ui/table', lazy: true },
] as const

const reactModules = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'] as const

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

const sharedPackages = () => [
  ...reactModules.map((request) => ({
    request,
    version: versionOf(request.split('/')[0] ?? request),
    lazy: false,
  })),
  { request: '@portal/contract', version: versionOf('@portal/contract'), lazy: false },
  ...facades.map((facade) => ({ ...facade, version: versionOf('@portal/shared-ui') })),
]

interface SharedEntry {
  singleton: true
  version: string
  requiredVersion: string
}

/**
 * The modules that the shell provides. Versions are explicit: without them, federation warns about every
 * package that does not list the dependency. All modules except the two large facades are eager, which saves
 * the sign-in page 13 requests.
 */
export function providedByShell(): Record<string, SharedEntry & { eager: boolean }> {
  const mentioned = readFileSync(join(import.meta.dirname, 'provided.js'), 'utf8')
  const missing = sharedPackages().filter(({ request }) => !mentioned.includes(`import('${request}')`))
  if (missing.length > 0)
    throw new Error(
      `build/provided.js does not mention ${missing.map(({ request }) => request).join(', ')}, so remotes would not get it`,
    )
  return Object.fromEntries(
    sharedPackages().map(
      ({ request, version, lazy }) =>
        [request, { singleton: true, version, requiredVersion: `^${version}`, eager: !lazy }] as const,
    ),
  )
}

/**
 * The modules that a remote takes from the shell. The remote bundles no copy (`import: false`) and rejects
 * another version.
 */
export function takenFromShell(): Record<string, SharedEntry & { import: false; strictVersion: true }> {
  return Object.fromEntries(
    sharedPackages().map(
      ({ request, version }) =>
        [
          request,
          { singleton: true, version, requiredVersion: `^${version}`, import: false, strictVersion: true },
        ] as const,
    ),
  )
}
