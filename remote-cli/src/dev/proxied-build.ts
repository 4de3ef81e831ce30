import { LatestBuild } from '@portal/contract'
import type { RegistryEntry, RemoteManifest } from '@portal/contract'

/** A build that a proxy shows in place of the deployed one. */
export interface ProxiedBuild {
  manifest(): RemoteManifest
  /** The file behind a URL below `/remotes/<name>/`; null when the portal has it. */
  file(path: string): Promise<{ bytes: Buffer; type: string } | null>
  /** The registry of the portal with this build in place of the deployed one. */
  inRegistry(registry: unknown): Promise<object>
  /** The portal's current versions with that of this build. */
  inLatest(latest: unknown): Promise<LatestBuild>
}

/** The remotes of a registry as they were sent. Only their names are read; the rest stays as it is. */
function remotesOf(registry: object): unknown[] {
  const remotes: unknown = Reflect.get(registry, 'remotes')
  if (!Array.isArray(remotes)) throw new Error('the portal sent no registry')
  return remotes
}

const isNamed = (remote: unknown, name: string) =>
  typeof remote === 'object' && remote !== null && 'name' in remote && remote.name === name

/** A registry with an entry in place of the deployed one. Throws when the answer is none. */
export function withEntry(registry: unknown, entry: RegistryEntry): object {
  if (typeof registry !== 'object' || registry === null) throw new Error('the portal sent no registry')
  const others = remotesOf(registry).filter((remote) => !isNamed(remote, entry.name))
  return { ...registry, remotes: [...others, entry] }
}

/** Current versions with that of a build. */
export function withVersion(latest: unknown, name: string, version: string): LatestBuild {
  const parsed = LatestBuild.parse(latest)
  return { ...parsed, remotes: { ...parsed.remotes, [name]: version } }
}
