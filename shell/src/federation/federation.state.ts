import { atom } from '@portal/shared-ui/state'
import type { KnownRemote } from './registry.ts'
import type { RemoteState } from './remote-state.ts'

/**
 * The result of loading the registry. `failed` means that it could not be loaded, so that no remote's address
 * can be resolved. `trouble` says why a cached copy is used; null when the remotes are current.
 */
export type RegistryState =
  | { kind: 'pending' }
  | { kind: 'known'; remotes: readonly KnownRemote[]; trouble: string | null }
  | { kind: 'failed'; reason: string }

export const registryAtom = atom<RegistryState>({ kind: 'pending' })

/** The known remotes; empty while pending or failed. */
export const remotesAtom = atom((get): readonly KnownRemote[] => {
  const registry = get(registryAtom)
  return registry.kind === 'known' ? registry.remotes : []
})

export const manifestsAtom = atom((get) => get(remotesAtom).map((remote) => remote.manifest))

/** The state of each remote, by name. A remote that was never requested is absent. */
export const remoteStatesAtom = atom<Readonly<Record<string, RemoteState>>>({})
