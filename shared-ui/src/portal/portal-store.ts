import { createStore } from 'jotai'

/**
 * The single jotai store of the page. The shell creates it and passes it to every remote in its mount props.
 */
export type PortalStore = ReturnType<typeof createStore>

export function createPortalStore(): PortalStore {
  return createStore()
}
