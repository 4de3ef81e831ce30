import {
  collectionNames,
  contractVersion,
  isOwnRedirect,
  panelProblem,
  unknownGuards,
  unseenTexts,
} from '@portal/contract'
import type { BuildRecord, RemoteManifest, ShellRecord } from '@portal/contract'
import { satisfies, validRange } from 'semver'
import { unknownChecks } from './route-checks.ts'
import { takesOwnAddress } from './shell-pages.ts'

type Reason = string | null

const named = (words: string, names: readonly string[]): Reason =>
  names.length === 0 ? null : `${words} ${[...new Set(names)].join(', ')}`
const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

/** The reason why a range does not match the portal's contract, with both versions; null when it does. */
export function whyNotThisContract(range: string): Reason {
  if (validRange(range) === null) return `its contract ${range} is no version range`
  return satisfies(contractVersion, range)
    ? null
    : `it needs contract ${range}, this portal has ${contractVersion}`
}

/** The shared modules that a remote needs and a shell does not provide, with both versions. */
export function unfitShared(
  shared: Readonly<Record<string, string>>,
  provided: Readonly<Record<string, string>>,
): { name: string; range: string; version: string | null }[] {
  return Object.entries(shared).flatMap(([name, range]) => {
    const version = provided[name] ?? null
    return version !== null && satisfies(version, range) ? [] : [{ name, range, version }]
  })
}

/** The first shared module that does not fit, with both versions; null when all do. */
export function whyNotShared(
  shared: Readonly<Record<string, string>>,
  provided: Readonly<Record<string, string>>,
): Reason {
  const [unfit] = unfitShared(shared, provided)
  if (unfit === undefined) return null
  const { name, range, version } = unfit
  return version === null
    ? `it takes ${name} ${range} from the shell, and this portal's shell has none`
    : `it needs ${name} ${range}, this portal's shell has ${version}`
}

function wrongPlaces({ routes, panels, collections }: RemoteManifest): Reason {
  const known = (collection: string) => collectionNames.some((name) => name === collection)
  return (
    named('it declares more than once the route', twice(routes.map(({ path }) => path))) ??
    named('it declares more than once the panel', twice(panels.map(({ slot, id }) => `${slot} ${id}`))) ??
    named(
      'it names the unknown collection',
      [...collections, ...panels.flatMap((panel) => panel.collections)].filter(
        (collection) => !known(collection),
      ),
    ) ??
    panelProblem(panels)
  )
}

/**
 * The reason why a build may not be published, or null. `shell` is null when there is no shell next to the
 * server.
 */
export function whyNotPublish({ manifest, shared }: BuildRecord, shell: ShellRecord | null): Reason {
  return (
    named('it names the unknown guard', unknownGuards(manifest)) ??
    named('it names the unknown check', unknownChecks(manifest)) ??
    named(
      'it has a text of which nothing can be seen:',
      unseenTexts(null, manifest, '').map(({ path }) => path),
    ) ??
    whyNotThisContract(manifest.contract) ??
    named(
      'it redirects to another host:',
      manifest.routes.flatMap(({ redirect }) =>
        redirect === undefined || isOwnRedirect(redirect) ? [] : [redirect],
      ),
    ) ??
    named(
      'it takes an address of the portal itself:',
      manifest.routes.flatMap(({ path }) => (takesOwnAddress(path) ? [path] : [])),
    ) ??
    wrongPlaces(manifest) ??
    (shell === null ? null : whyNotShared(shared ?? {}, shell.provided))
  )
}
