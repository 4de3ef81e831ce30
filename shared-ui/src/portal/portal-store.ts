import { createStore } from 'jotai'

/** The one jotai store of the page. The shell makes it, and hands it to every remote in its mount props. */
export type PortalStore = ReturnType<typeof createStore>

export function createPortalStore(): PortalStore {
  return createStore()
}
