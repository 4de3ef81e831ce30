import { containerName, contractVersion, phrase } from '@portal/contract'
import { satisfy } from '@module-federation/enhanced/runtime'
import type { RemoteManifest, Sayable } from '@portal/contract'
import type { KnownRemote } from './registry.ts'

/** A build that may be loaded. `container` is the global variable its entry defines. */
export interface ResolvedBuild {
  name: string
  version: string
  container: string
  entry: string
  /** Null only for a build of a developer's own machine. */
  integrity: string | null
  owner: string
  manifest: RemoteManifest
  /**
   * Hash of the manifest's text; null when the manifest belongs to another build, or the build is a
   * developer's own.
   */
  manifestIntegrity: string | null
}

export type Resolution =
  | { kind: 'build'; build: ResolvedBuild }
  | { kind: 'refused'; version: string | null; reason: Sayable; detail: string }
  | { kind: 'disabled' }
  | { kind: 'missing' }

function unfit(version: string, contract: string): Resolution | null {
  if (satisfy(contractVersion, contract)) return null
  const reason = phrase(
    'It works with version {{contract}} of the contract between shell and parts, and this portal has {{contractVersion}}.',
    { contract, contractVersion },
  )
  return {
    kind: 'refused',
    version,
    reason,
    detail: `contract ${contract} wanted, ${contractVersion} present`,
  }
}

/**
 * The build of a remote to load, or the reason why there is none; with `earlier`, the previous build. Fails
 * closed: without integrity nothing is loaded.
 */
export function resolveRemote(name: string, remotes: readonly KnownRemote[], earlier = false): Resolution {
  const remote = remotes.find((remote) => remote.name === name)
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

/** The previous version, if it may be offered instead of the current one; otherwise null. */
export function earlierVersion(name: string, remotes: readonly KnownRemote[]): string | null {
  const remote = remotes.find((remote) => remote.name === name)
  return remote?.state === 'on' ? (remote.previous?.version ?? null) : null
}
