/** The part of jotai the portal uses. */
export {
  atom,
  createStore,
  Provider as StoreProvider,
  useAtom,
  useAtomValue,
  useSetAtom,
  useStore,
} from 'jotai'
export type { Atom, PrimitiveAtom, WritableAtom } from 'jotai'
export type { PortalStore } from '../portal/portal-store.ts'
