import type { AppEntry, RemovedEntry } from '@portal/contract'
import { atom } from '@portal/shared-ui/state'
import { appManifests } from '../features/apps/app-places.ts'
import type { KnownRemote } from './registry.ts'
import type { RemoteState } from './remote-state.ts'

/**
 * The result of loading the registry. `failed` means that it could not be loaded, so that no remote's address
 * can be resolved. `trouble` says why a cached copy is used; null when the remotes are current.
 */
export type RegistryState =
  | { kind: 'pending' }
  | {
      kind: 'known'
      remotes: readonly KnownRemote[]
      removed: readonly RemovedEntry[]
      /** What this page knew of the removed remotes. */
      left: readonly KnownRemote[]
      /** Third-party apps; absent = none. */
      apps?: readonly AppEntry[]
      trouble: string | null
    }
  | { kind: 'failed'; reason: string }

export const registryAtom = atom<RegistryState>({ kind: 'pending' })

/** Name of the remote whose page is shown; null for other pages. */
export const onScreenAtom = atom<string | null>(null)

const none: readonly KnownRemote[] = []

const deployedAtom = atom((get): readonly KnownRemote[] => {
  const registry = get(registryAtom)
  return registry.kind === 'known' ? registry.remotes : none
})

/** The remotes that were removed and can still be restored. */
export const removedAtom = atom((get): readonly RemovedEntry[] => {
  const registry = get(registryAtom)
  return registry.kind === 'known' ? registry.removed : []
})

/** The remote on screen if it was removed since it was opened: its page may have unsaved work. */
const lingeringAtom = atom((get): KnownRemote | null => {
  const registry = get(registryAtom)
  if (registry.kind !== 'known' || registry.left.length === 0) return null
  const shown = get(onScreenAtom)
  return registry.left.find(({ name }) => name === shown) ?? null
})

/** The known remotes; empty while pending or failed. A removed one stays until its page is left. */
export const remotesAtom = atom((get): readonly KnownRemote[] => {
  const [deployed, lingering] = [get(deployedAtom), get(lingeringAtom)]
  return lingering === null ? deployed : [...deployed, lingering]
})

const noApps: readonly AppEntry[] = []

/** The third-party apps that the viewer may open. */
export const appsAtom = atom((get): readonly AppEntry[] => {
  const registry = get(registryAtom)
  return registry.kind === 'known' ? (registry.apps ?? noApps) : noApps
})

/** The manifests of the menu: those of the deployed remotes, and one of all apps. */
export const manifestsAtom = atom((get) => [
  ...get(deployedAtom).map((remote) => remote.manifest),
  ...appManifests(get(appsAtom)),
])

/** The state of each remote, by name. A remote that was never requested is absent. */
export const remoteStatesAtom = atom<Readonly<Record<string, RemoteState>>>({})
