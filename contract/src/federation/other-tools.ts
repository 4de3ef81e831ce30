import { z } from 'zod'
import { RemoteName } from './manifest.ts'
import type { RemoteManifest } from './manifest.ts'
import { containerName } from './registry.ts'

/**
 * Modules that shell and remotes share: each exists once in a page. The shell provides each one in
 * `federation/shared-modules.ts`.
 */
export const sharedRequests = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  '@portal/contract',
  '@portal/contract/pages',
  '@portal/shared-ui',
  '@portal/shared-ui/pages',
  '@portal/shared-ui/router',
  '@portal/shared-ui/state',
  '@portal/shared-ui/query',
  '@portal/shared-ui/i18n',
  '@portal/shared-ui/mui',
  '@portal/shared-ui/table',
] as const

/** The package of a request: `@portal/shared-ui` for `@portal/shared-ui/mui`. */
export const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')

const Packages = z.record(z.string(), z.string()).default({})

/** What the portal's commands read of the package.json of a team's repository. */
export const RepositoryPackage = z.object({
  version: z.string(),
  dependencies: Packages,
  devDependencies: Packages,
  peerDependencies: Packages,
})

const Text = z.string().max(300)
const Entry = z.object({ name: Text, path: Text.default(''), type: Text })
const Assets = z.object({
  js: z.object({ sync: z.array(Text).max(2_000), async: z.array(Text).max(2_000) }),
})

/** The parts of `mf-manifest.json` that the portal reads. Rspack, Vite and webpack write the same file. */
export const FederationManifest = z.object({
  metaData: z.object({
    globalName: Text,
    publicPath: Text.optional(),
    remoteEntry: Entry,
    /** Vite: the script beside an entry that is an ES module. */
    varRemoteEntry: Entry.optional(),
  }),
  shared: z
    .array(
      z.object({
        name: Text,
        singleton: z.boolean().default(false),
        requiredVersion: z.union([Text, z.literal(false)]).optional(),
        assets: Assets.optional(),
      }),
    )
    .max(500),
  exposes: z.array(z.object({ path: Text })).max(500),
})
export type FederationManifest = z.infer<typeof FederationManifest>

type Shared = FederationManifest['shared'][number]

/** Whether a build has code of its own for a shared module, for shells that do not provide it. */
const bringsCopy = ({ assets }: Shared): boolean =>
  assets !== undefined && assets.js.sync.length + assets.js.async.length > 0

/**
 * The ranges of what a build takes from the shell, by request. What it shares with other remotes alone, with
 * code of its own, is not among them.
 */
export function sharedRanges({ shared }: FederationManifest): Record<string, string> {
  const taken = shared.filter(
    (each) => sharedRequests.some((request) => request === each.name) || !bringsCopy(each),
  )
  return Object.fromEntries(
    taken.map(({ name, requiredVersion }) => [
      name,
      typeof requiredVersion === 'string' && requiredVersion !== '' ? requiredVersion : '*',
    ]),
  )
}

/** How a script declares its container as a global variable. */
const scriptTypes = ['var', 'global', 'window', 'self']
const entryName = 'remoteEntry.js'

function whyNoScript({ metaData }: FederationManifest): string | null {
  const { remoteEntry, varRemoteEntry } = metaData
  const isScript = ({ name, path, type }: z.infer<typeof Entry>) =>
    name === entryName && path.replace(/^\.?\/?/, '') === '' && scriptTypes.includes(type)
  if (isScript(remoteEntry) || (varRemoteEntry !== undefined && isScript(varRemoteEntry))) return null
  return remoteEntry.type === 'module' || remoteEntry.type === 'esm'
    ? `its entry ${remoteEntry.name} is an ES module, and the portal loads a script: set varFilename: '${entryName}' (Vite), or library: { type: 'global' } (Rspack, webpack)`
    : `its entry is ${remoteEntry.path}${remoteEntry.name}, and the portal loads ${entryName}: set filename: '${entryName}'`
}

function whyNoExposes({ exposes }: FederationManifest, { panels }: RemoteManifest): string | null {
  const missing = ['./app', ...panels.map(({ expose }) => expose)].find(
    (wanted) => !exposes.some(({ path }) => path === wanted),
  )
  return missing === undefined
    ? null
    : `it exposes no ${missing}, which ${missing === './app' ? 'every remote has' : 'its portal.json names'}: add it to exposes`
}

/**
 * Why a build of another tool would not run in the portal, as a part of a sentence with what to change; null
 * when nothing is wrong. Versions of shared modules are checked with those of the shell (`sharedRanges`).
 */
export function whyNotFederated(
  federation: FederationManifest,
  { version, manifest }: { version: string; manifest: RemoteManifest },
): string | null {
  const { globalName, publicPath = 'auto' } = federation.metaData
  const container = containerName(manifest.name, version)
  if (globalName !== container)
    return `its container is ${globalName}: set name: '${container}', which ends as the version does`
  if (publicPath !== 'auto' && publicPath !== '')
    return `it loads its files from ${publicPath}: set publicPath: 'auto' (Rspack, webpack), or base: './' (Vite)`
  const copied = federation.shared.find(
    ({ name, singleton }) => sharedRequests.some((request) => request === name) && !singleton,
  )
  return (
    whyNoScript(federation) ??
    whyNoExposes(federation, manifest) ??
    (copied === undefined
      ? null
      : `it shares ${copied.name}, but not as the only copy of a page: set singleton: true for ${copied.name} in shared`)
  )
}

/** What only the code of a package assigns, whatever tool bundled it. */
const marks: readonly { name: string; code: RegExp }[] = [
  { name: 'react', code: /\.__(?:CLIENT|SECRET)_INTERNALS_DO_NOT_USE\w*\s*=[^=]/ },
  { name: 'react-dom', code: /\.__DOM_INTERNALS_DO_NOT_USE\w*\s*=[^=]/ },
]

const remedyFor = (names: string) =>
  `add ${names} to shared with singleton: true and import: false (federationOptions of @portal/remote-cli lists all)`

/**
 * Why the code of a build may not be published: it contains a copy of a package that a page has once, and
 * does not share it. Null when there is none. `codes` are the texts of its scripts.
 */
export function whyUnshared(federation: FederationManifest, codes: Iterable<string>): string | null {
  const shared = new Set(federation.shared.map(({ name }) => packageOf(name)))
  const wanted = marks.filter(({ name }) => !shared.has(name))
  for (const code of codes) {
    const found = wanted.find((mark) => mark.code.test(code))
    if (found !== undefined)
      return `it contains a copy of ${found.name}, which every remote takes from the shell: ${remedyFor(found.name)}`
  }
  return null
}

/**
 * Why a build shares too little of the packages that its package.json names as dependencies; null when it
 * shares all of those that a page has once.
 */
export function whyUnsharedDependencies(
  federation: FederationManifest,
  dependencies: readonly string[],
): string | null {
  const shared = new Set(federation.shared.map(({ name }) => packageOf(name)))
  const missing = [...new Set(sharedRequests.map(packageOf))].find(
    (name) => name !== '@portal/contract' && dependencies.includes(name) && !shared.has(name),
  )
  return missing === undefined ? null : `it does not share ${missing}: ${remedyFor(missing)}`
}

/**
 * Reads name and hash of a container, `mfe_inspections_3fa94c21`; null when it is not named like one of the
 * portal.
 */
export function readContainer(globalName: string): { name: string; hash: string } | null {
  const [, name = '', hash = ''] = /^mfe_(.+)_([0-9a-f]{8})$/.exec(globalName) ?? []
  return RemoteName.safeParse(name).success ? { name, hash } : null
}
