import { contractVersion, toRole } from '@portal/contract'
import type { Configuration, LatestBuild, Registry, RegistryEntry } from '@portal/contract'
import { configurationAt } from '#configuration/configuration.ts'
import type { Deps } from '../deps.ts'
import { findLastActivation, findMarks, listActive } from './federation.queries.ts'
import type { ActiveRemote, Marks } from './federation.queries.ts'
import { shellBuild } from './shell-build.ts'

interface Remembered {
  activation: number
  remotes: readonly ActiveRemote[]
}

/** Manifests are read once an activation and server; the number of the last activation is asked for each time. */
const cache = new WeakMap<Deps['database'], Remembered>()

/** The active build of every remote. */
export async function activeRemotes(deps: Deps): Promise<readonly ActiveRemote[]> {
  return remotesAt(deps, await findLastActivation(deps.database))
}

async function remotesAt(deps: Deps, activation: number): Promise<readonly ActiveRemote[]> {
  const known = cache.get(deps.database)
  if (known?.activation === activation) return known.remotes
  const remotes = await listActive(deps.database)
  cache.set(deps.database, { activation, remotes })
  return remotes
}

/** What of a viewer decides over modules. */
export interface ModuleViewer {
  role: string | null
  /** The marks where this call has read them already, with its session. */
  marks?: Marks
}

function isOff(config: Configuration, viewer: ModuleViewer | null, name: string): boolean {
  const role = toRole(viewer?.role)
  return role !== null && config.roles[role].modules[name] === false
}

/** The remotes whose module is switched off for the viewer's role; none for strangers and people without a role. */
export async function remotesOff(deps: Deps, viewer: ModuleViewer | null): Promise<readonly ActiveRemote[]> {
  if (toRole(viewer?.role) === null) return []
  const marks = viewer?.marks ?? (await findMarks(deps.database))
  const config = await configurationAt(deps, marks.configuration)
  return (await remotesAt(deps, marks.activation)).filter(({ name }) => isOff(config, viewer, name))
}

/** Collections closed (403) to the viewer because the module that brings them is off; references and lookup stay open. */
export async function closedCollections(deps: Deps, viewer: ModuleViewer): Promise<ReadonlySet<string>> {
  const off = await remotesOff(deps, viewer)
  return new Set(off.flatMap(({ manifest }) => manifest.collections))
}

/** `GET /federation/registry.json`: all manifests for everybody, entries only of modules that are on for the viewer. */
export async function registryFor(deps: Deps, viewer: ModuleViewer | null): Promise<Registry> {
  const off = new Set((await remotesOff(deps, viewer)).map(({ name }) => name))
  const remotes = (await activeRemotes(deps)).map(({ name, version, integrity, manifest }): RegistryEntry => {
    if (off.has(name)) return { name, version, manifest, state: 'off' }
    return { name, version, manifest, state: 'on', entry: `/remotes/${name}/${version}/remoteEntry.js`, integrity }
  })
  return { contract: contractVersion, remotes }
}

/** `GET /builds/latest.json`: changes when the shell or any remote does. */
export async function latestBuild(deps: Deps): Promise<LatestBuild> {
  const remotes = Object.fromEntries((await activeRemotes(deps)).map(({ name, version }) => [name, version]))
  const { shell, idWith } = await shellBuild(deps.environment.buildsDir)
  return { id: idWith(remotes), shell, remotes }
}
