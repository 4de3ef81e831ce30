import { containerName, contractVersion } from '@portal/contract'
import { satisfy } from '@module-federation/enhanced/runtime'
import type { RemoteManifest } from '@portal/contract'
import type { KnownRemote } from './registry.ts'

/** A build that may be loaded. `container` is the global its entry defines. */
export interface ResolvedBuild {
  name: string
  version: string
  container: string
  entry: string
  /** Null for a build of a developer's own machine alone. */
  integrity: string | null
  owner: string
  manifest: RemoteManifest
  /**
   * Of the manifest's text; null where the manifest is not that of this build, or not the portal's to vouch
   * for.
   */
  manifestIntegrity: string | null
}

export type Resolution =
  | { kind: 'build'; build: ResolvedBuild }
  | { kind: 'refused'; version: string | null; reason: string; detail: string }
  | { kind: 'disabled' }
  | { kind: 'missing' }

function unfit(version: string, contract: string): Resolution | null {
  if (satisfy(contractVersion, contract)) return null
  const reason = `It works with version ${contract} of the contract between shell and parts, and this portal has ${contractVersion}.`
  return {
    kind: 'refused',
    version,
    reason,
    detail: `contract ${contract} wanted, ${contractVersion} present`,
  }
}

/**
 * Which build of a remote to load, or why none; with `earlier` the one that was in force before. Fails
 * closed: no integrity, no load.
 */
export function resolveRemote(name: string, remotes: readonly KnownRemote[], earlier = false): Resolution {
  const remote = remotes.find((each) => each.name === name)
  if (remote === undefined) return { kind: 'missing' }
  if (remote.state === 'off') return { kind: 'disabled' }
  if (remote.state === 'refused')
    return { kind: 'refused', version: remote.version, reason: remote.reason, detail: remote.detail }
  const { manifest, manifestIntegrity, previous } = remote
  const { owner } = manifest
  if (earlier && previous !== undefined) {
    const { version, entry, integrity, contract } = previous
    const build = {
      name,
      version,
      container: containerName(name, version),
      entry,
      integrity,
      owner,
      manifest,
      manifestIntegrity: null,
    }
    return unfit(version, contract) ?? { kind: 'build', build }
  }
  const { version, entry, integrity } = remote
  if (manifestIntegrity === undefined) {
    return {
      kind: 'refused',
      version,
      reason: 'The server does not vouch for its manifest.',
      detail: 'no hash of the manifest in the registry',
    }
  }
  return (
    unfit(version, manifest.contract) ?? {
      kind: 'build',
      build: {
        name,
        version,
        container: containerName(name, version),
        entry,
        integrity,
        owner,
        manifest,
        manifestIntegrity,
      },
    }
  )
}

/**
 * The version that was in force before and may be offered in place of the present one; null when there is
 * none.
 */
export function earlierVersion(name: string, remotes: readonly KnownRemote[]): string | null {
  const remote = remotes.find((each) => each.name === name)
  return remote?.state === 'on' ? (remote.previous?.version ?? null) : null
}
