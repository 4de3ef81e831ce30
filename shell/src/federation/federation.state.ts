import { atom } from '@portal/shared-ui/state'
import type { KnownRemote } from './registry.ts'
import type { RemoteState } from './remote-state.ts'

/**
 * What the registry said; `failed` when it could not be had, so that no remote's address means anything.
 * `trouble` says why the remotes are those it named at another time; null when they are the present ones.
 */
export type RegistryState =
  | { kind: 'pending' }
  | { kind: 'known'; remotes: readonly KnownRemote[]; trouble: string | null }
  | { kind: 'failed'; reason: string }

export const registryAtom = atom<RegistryState>({ kind: 'pending' })

/** The remotes known at the moment; none while pending or failed. */
export const remotesAtom = atom((get): readonly KnownRemote[] => {
  const registry = get(registryAtom)
  return registry.kind === 'known' ? registry.remotes : []
})

export const manifestsAtom = atom((get) => get(remotesAtom).map((remote) => remote.manifest))

/** Where each remote stands, by name; one that nobody asked for yet is absent. */
export const remoteStatesAtom = atom<Readonly<Record<string, RemoteState>>>({})
