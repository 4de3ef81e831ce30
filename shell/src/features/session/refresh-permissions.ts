import { sessionAtom, userAtom } from '@portal/shared-ui'
import type { QueryClient } from '@portal/shared-ui/query'
import type { PortalStore } from '@portal/shared-ui/state'
import { refreshRegistry } from '../../federation/refresh-registry.ts'
import { recheckSession } from '../../sign-in/session-over.ts'

/** The permissions that decide which pages and data are available. */
function rightsOf(store: PortalStore): string {
  const user = store.get(userAtom)
  return JSON.stringify([user?.pages, user?.modules])
}

/**
 * Applies permission changes an administrator made for the role: pages and modules in menu and routes, and
 * the data on screen, which is loaded again. Source: issue "Independent teams and administrators", in force
 * within 10 s.
 */
export async function refreshPermissions(store: PortalStore, queryClient: QueryClient): Promise<void> {
  if (store.get(sessionAtom).state !== 'signed-in') return
  const before = rightsOf(store)
  if ((await recheckSession(store)) !== 'same' || rightsOf(store) === before) return
  await refreshRegistry(store)
  void queryClient.invalidateQueries()
}
