import { configurationAtom, configurationErrorAtom, sessionAtom, unreadAlertsAtom } from '@portal/shared-ui'
import type { QueryClient } from '@portal/shared-ui/query'
import type { PortalStore } from '@portal/shared-ui/state'

export interface PersonChange {
  /** Null when nobody is signed in. */
  pid: string | null
  /** True for the first user since the page was loaded: there is nothing to clear or reload. */
  isFirst: boolean
}

/**
 * Calls `onChange` when the signed-in user or their role changes, and for a user who is signed in already.
 * Returns a function that stops it.
 */
export function watchPerson(store: PortalStore, onChange: (change: PersonChange) => void): () => void {
  let present: string | null = null
  let isFirst = true
  const look = () => {
    const session = store.get(sessionAtom)
    if (session.state === 'pending') return
    const pid = session.state === 'signed-in' ? session.user.pid : null
    const change = { pid, isFirst }
    isFirst = false
    const person = session.state === 'signed-in' ? `${session.user.pid} ${session.user.role ?? ''}` : null
    if (person === present) return
    present = person
    onChange(change)
  }
  look()
  return store.sub(sessionAtom, look)
}

/**
 * Clears everything one user saw: all record stores, the configuration and the alert count. Source:
 * specification.md 4.
 */
export function forgetRecords(store: PortalStore, queryClient: QueryClient): void {
  queryClient.clear()
  store.set(configurationAtom, null)
  store.set(configurationErrorAtom, null)
  store.set(unreadAlertsAtom, 0)
}
