import type { FlagValues } from '@portal/contract'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import type { KnownRemote } from './registry.ts'

const heldAtom = atom<Readonly<Record<string, FlagValues>>>({})

/**
 * Takes the values of flags from the registry. A value that the page has already stays, so that code which
 * runs before and after a change of an administrator sees one value.
 */
export function holdFlags(store: PortalStore, remotes: readonly KnownRemote[]): void {
  const held = { ...store.get(heldAtom) }
  for (const remote of remotes)
    if (remote.state === 'on' && remote.flags !== undefined)
      held[remote.name] = { ...remote.flags, ...held[remote.name] }
  store.set(heldAtom, held)
}

/** Another person has other values. */
export function dropFlags(store: PortalStore): void {
  store.set(heldAtom, {})
}

/** The flags of a remote, constant during the life of the page. */
export const flagsOf = (store: PortalStore, name: string): FlagValues => store.get(heldAtom)[name] ?? {}
