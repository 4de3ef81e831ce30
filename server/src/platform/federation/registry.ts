import { contractVersion, removedRemoteDays, splitManifest, toRole } from '@portal/contract'
import type { LatestBuild, Registry, RegistryEntry, RemovedEntry, ShellRecord } from '@portal/contract'
import { configurationAt } from '#platform/configuration/configuration.ts'
import type { Database } from '#platform/database/database.ts'
import type { PlatformDeps } from '../deps.ts'
import type { DeployedRemote, DeployedRemotes, RemovedRemote } from './deployed-remotes.ts'
import { isInCanary, deploymentStateOf } from './deployment-state.ts'
import type { CanaryViewer } from './deployment-state.ts'
import { listPlacedApps } from './apps.queries.ts'
import { findSystemVersions, listBuilds, listDeploymentSteps, listRemovals } from './federation.queries.ts'
import type { SystemVersions, RemoteBuild } from './federation.queries.ts'
import { flagsFor, listFlagRules } from './flag-values.ts'
import { shellBuild, shellRecord } from './shell-build.ts'
import { unfitShared, whyNotThisContract } from './why-not-publish.ts'

/**
 * The builds of every remote that are deployed now, read from the database. `onUnreadable` is told about an
 * active build that cannot be read; its remote is left out.
 */
export async function readDeployed(
  database: Database,
  onUnreadable: (name: string, version: string | null) => void,
): Promise<DeployedRemote[]> {
  const states = [...(await listDeploymentSteps(database))].map(([name, steps]) => ({
    name,
    ...deploymentStateOf(steps),
  }))
  const needed = states.flatMap(({ name, active, canary, earlier }) =>
    [active, canary?.version, earlier[0]].flatMap((version) =>
      version === null || version === undefined ? [] : [{ name, version }],
    ),
  )
  const builds = new Map(
    (await listBuilds(database, needed)).map((build) => [`${build.name} ${build.version}`, build]),
  )
  const find = (name: string, version: string | null | undefined) => builds.get(`${name} ${version}`) ?? null
  return states.flatMap(({ name, active: version, canary: rule, earlier }) => {
    const [active, canary] = [find(name, version), find(name, rule?.version)]
    if (active === null) {
      onUnreadable(name, version)
      return []
    }
    return [
      {
        active,
        canary: canary === null || rule === null ? null : { build: canary, rule },
        previous: find(name, earlier[0]),
        fallback: active,
      },
    ]
  })
}

/** The start of the time in which a removed remote can be restored. */
export const restorableSince = ({ clock }: Pick<PlatformDeps, 'clock'>) =>
  new Date(clock.now().getTime() - removedRemoteDays * 24 * 60 * 60_000)

async function readRemoved(deps: PlatformDeps): Promise<RemovedRemote[]> {
  const removals = await listRemovals(deps.database, restorableSince(deps))
  const builds = removals.length === 0 ? [] : await listBuilds(deps.database, removals)
  return removals.flatMap(({ name, version, removed_at: removedAt }) => {
    const build = builds.find((each) => each.name === name)
    return build === undefined ? [] : [{ name, version, manifest: build.manifest, removedAt }]
  })
}

/** Reads the manifests once per activation. The number of the last activation is read for every request. */
async function deployedAt(deps: PlatformDeps, activation: number): Promise<readonly DeployedRemote[]> {
  return (await knownAt(deps, activation)).remotes
}

/** Without fallbacks that would not start, because this shell or contract is not for them. */
function withStartingFallbacks(remote: DeployedRemote, shell: ShellRecord | null): DeployedRemote {
  const ifFit = (build: RemoteBuild | null) =>
    build !== null &&
    whyNotThisContract(build.manifest.contract) === null &&
    (shell === null || unfitShared(build.shared, shell.provided).length === 0)
      ? build
      : null
  return { ...remote, previous: ifFit(remote.previous), fallback: ifFit(remote.fallback) }
}

async function knownAt(deps: PlatformDeps, activation: number): Promise<DeployedRemotes> {
  const known = deps.memory.deployed
  if (known?.activation === activation) return known
  const remotes = await readDeployed(deps.database, (remote, version) =>
    deps.log.error({ remote, version }, 'a remote is left out: the build in force cannot be read'),
  )
  const shell = await shellRecord(deps.environment.buildsDir)
  const read = {
    activation,
    remotes: remotes.map((remote) => withStartingFallbacks(remote, shell)),
    removed: await readRemoved(deps),
    apps: await listPlacedApps(deps.database),
  }
  deps.memory.deployed = read
  return read
}

/** The builds of every remote that are deployed now. */
export async function deployedNow(deps: PlatformDeps): Promise<readonly DeployedRemote[]> {
  return deployedAt(deps, (await findSystemVersions(deps.database)).activation)
}

/** The other origins from which pages may load builds now. */
export async function originsInForce(deps: PlatformDeps): Promise<string[]> {
  const builds = (await deployedNow(deps)).flatMap(({ active, canary, previous }) => [
    active,
    canary?.build ?? null,
    previous,
  ])
  return [...new Set(builds.flatMap((build) => build?.servedFrom ?? []))]
}

/** All manifests in use: those of the active builds, then those of canaries. */
export async function manifestsInForce(deps: PlatformDeps) {
  const remotes = await deployedNow(deps)
  return [
    ...remotes.map(({ active }) => active),
    ...remotes.flatMap(({ canary }) => canary?.build ?? []),
  ].map(({ manifest }) => manifest)
}

/** The properties of a viewer that decide on modules. */
export interface ModuleViewer extends CanaryViewer {
  /** The versions, if the request has read them together with its session. */
  systemVersions?: SystemVersions
}

/** A build that the viewer sees instead of the live one, because they have opened the preview of a branch. */
export interface PreviewedBuild {
  build: RemoteBuild
  branch: string
  until: Date
}

function buildFor({ active, canary }: DeployedRemote, viewer: ModuleViewer | null): RemoteBuild {
  return canary !== null && isInCanary(active.name, canary.rule, viewer) ? canary.build : active
}

/** The builds with those of previews in place of the live ones. */
function withPreviews(builds: readonly RemoteBuild[], previews: readonly PreviewedBuild[]): RemoteBuild[] {
  const previewed = previews.map(({ build }) => build)
  const isLive = ({ name }: RemoteBuild) => previewed.every((build) => build.name !== name)
  return [...builds.filter(isLive), ...previewed]
}

/** The build of each remote that this viewer gets. */
export async function remotesFor(
  deps: PlatformDeps,
  viewer: ModuleViewer | null,
  previews: readonly PreviewedBuild[] = [],
): Promise<RemoteBuild[]> {
  const { activation } = viewer?.systemVersions ?? (await findSystemVersions(deps.database))
  const live = (await deployedAt(deps, activation)).map((remote) => buildFor(remote, viewer))
  return previews.length === 0 ? live : withPreviews(live, previews)
}

/** The remotes whose module is off for the viewer's role. Empty without a session or a role. */
export async function remotesOff(
  deps: PlatformDeps,
  viewer: ModuleViewer | null,
): Promise<readonly RemoteBuild[]> {
  const role = toRole(viewer?.role)
  if (viewer === null || role === null) return []
  const systemVersions = viewer.systemVersions ?? (await findSystemVersions(deps.database))
  const { modules } = (await configurationAt(deps, systemVersions.configuration)).roles[role]
  // Shortcut: this runs for every call, and usually no module is off.
  if (!Object.values(modules).includes(false)) return []
  const off = (await remotesFor(deps, { ...viewer, systemVersions })).filter(
    ({ name }) => modules[name] === false,
  )
  // The module with the collection `users` stays on for superadmins, so that someone can turn modules on
  // again.
  return role === 'superadmin' ? off.filter(({ manifest }) => !manifest.collections.includes('users')) : off
}

const none: ReadonlySet<string> = new Set()

/**
 * Collections that are closed to the viewer (403) because their module is off. References and lookup stay
 * open.
 */
export async function closedCollections(
  deps: PlatformDeps,
  viewer: ModuleViewer,
): Promise<ReadonlySet<string>> {
  const off = await remotesOff(deps, viewer)
  if (off.length === 0) return none
  return new Set(off.flatMap(({ manifest }) => manifest.collections))
}

/** Names of the modules that are off for the viewer. */
export async function closedModules(deps: PlatformDeps, viewer: ModuleViewer): Promise<ReadonlySet<string>> {
  return new Set((await remotesOff(deps, viewer)).map(({ name }) => name))
}

const entryOf = ({ name, version, servedFrom }: RemoteBuild) =>
  `${servedFrom ?? ''}/remotes/${name}/${version}/remoteEntry.js`

/**
 * The fallback when a viewer's build does not start: for a canary or a preview the active version, otherwise
 * the version before it. None if that one would not start either.
 */
function previousOf(remote: DeployedRemote, build: RemoteBuild) {
  const earlier = build === remote.active ? remote.previous : remote.fallback
  if (earlier === null) return {}
  const { version, integrity, manifest } = earlier
  return { previous: { version, entry: entryOf(earlier), integrity, contract: manifest.contract } }
}

/** The removed remotes, with their addresses, as long as they can be restored. */
function removedEntries(deps: PlatformDeps, { removed }: DeployedRemotes): RemovedEntry[] {
  const since = restorableSince(deps)
  return removed
    .filter(({ removedAt }) => removedAt > since)
    .map(({ name, manifest: { routes }, removedAt }) => ({
      name,
      label: routes.find(({ menu }) => menu !== undefined)?.menu?.label ?? name,
      paths: routes.map(({ path }) => path),
      removedAt: removedAt.toISOString(),
    }))
}

/** The entry of a remote that is on for the viewer. */
function entryFor(build: RemoteBuild) {
  const { name, version, integrity, manifestIntegrity } = build
  const { manifest, slots } = splitManifest(build.manifest)
  return {
    name,
    version,
    manifest,
    ...(slots.length > 0 && { slots }),
    ...(manifestIntegrity !== null && { manifestIntegrity }),
    state: 'on' as const,
    entry: entryOf(build),
    integrity,
  }
}

const noteOf = ({ branch, until }: PreviewedBuild) => ({ preview: { branch, until: until.toISOString() } })

/**
 * `GET /federation/registry.json`: all manifests for every viewer, and entries only for modules that are on
 * for the viewer. A preview that the viewer has opened is in place of the live build.
 */
export async function registryFor(
  deps: PlatformDeps,
  viewer: ModuleViewer | null,
  previews: readonly PreviewedBuild[] = [],
): Promise<Registry> {
  const off = new Set((await remotesOff(deps, viewer)).map(({ name }) => name))
  const { activation } = viewer?.systemVersions ?? (await findSystemVersions(deps.database))
  const known = await knownAt(deps, activation)
  const previewOf = (name: string) => previews.find(({ build }) => build.name === name)
  const shown = withPreviews(
    known.remotes.map((remote) => buildFor(remote, viewer)),
    previews,
  )
  const rules = await listFlagRules(deps.database, shown)
  const deployed = known.remotes.map((remote): RegistryEntry => {
    const live = buildFor(remote, viewer)
    if (off.has(live.name)) {
      const { entry: _entry, integrity: _integrity, ...entry } = entryFor(live)
      return { ...entry, state: 'off' }
    }
    const previewed = previewOf(live.name)
    const build = previewed?.build ?? live
    return {
      ...entryFor(build),
      ...(build === live && live !== remote.active && { canary: true }),
      ...(previewed !== undefined && noteOf(previewed)),
      ...flagsFor(build, rules, viewer),
      ...previousOf(remote, build),
    }
  })
  const added = previews
    .filter(({ build }) => known.remotes.every(({ active }) => active.name !== build.name))
    .map((preview) => ({
      ...entryFor(preview.build),
      ...noteOf(preview),
      ...flagsFor(preview.build, rules, viewer),
    }))
  const role = toRole(viewer?.role)
  const apps = known.apps.filter(({ roles }) => role !== null && roles.includes(role))
  return {
    contract: contractVersion,
    remotes: [...deployed, ...added],
    removed: removedEntries(deps, known),
    apps: apps.map(({ entry }) => entry),
  }
}

/** `GET /builds/latest.json`: changes when the viewer's build of the shell or of any remote changes. */
export async function latestBuild(
  deps: PlatformDeps,
  viewer: ModuleViewer | null,
  previews: readonly PreviewedBuild[] = [],
): Promise<LatestBuild> {
  const remotes = Object.fromEntries(
    (await remotesFor(deps, viewer, previews)).map(({ name, version }) => [name, version]),
  )
  const { shell, idWith } = await shellBuild(deps.environment.buildsDir)
  return { id: idWith(remotes), shell, remotes }
}
