import { containerName, contractVersion } from '@portal/contract'
import { satisfy } from '@module-federation/enhanced/runtime'
import type { KnownRemote } from './registry.ts'

/** A build that may be loaded. `container` is the global its entry defines. */
export interface ResolvedBuild {
  name: string
  version: string
  container: string
  entry: string
  integrity: string
}

export type Resolution =
  | { kind: 'build'; build: ResolvedBuild }
  | { kind: 'refused'; version: string | null; reason: string; detail: string }
  | { kind: 'disabled' }
  | { kind: 'missing' }

/** Which build of a remote to load, or why none. Fails closed: no integrity, no load. */
export function resolveRemote(name: string, remotes: readonly KnownRemote[]): Resolution {
  const remote = remotes.find((each) => each.name === name)
  if (remote === undefined) return { kind: 'missing' }
  if (remote.state === 'off') return { kind: 'disabled' }
  if (remote.state === 'refused') return { kind: 'refused', version: remote.version, reason: remote.reason, detail: remote.detail }
  const { version, entry, integrity, manifest } = remote
  if (!satisfy(contractVersion, manifest.contract)) {
    const detail = `contract ${manifest.contract} wanted, ${contractVersion} present`
    return { kind: 'refused', version, reason: 'It was made for another version of the portal.', detail }
  }
  return { kind: 'build', build: { name, version, container: containerName(name, version), entry, integrity } }
}
