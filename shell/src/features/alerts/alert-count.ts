import { actorAtom, crud, unreadAlertsAtom } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { z } from 'zod'

/** How often the count is asked for while nothing else happens. Source: spec.txt section 9. */
export const pollingMs = 300_000

const AlertCount = z.object({ unreadCount: z.number().int().nonnegative() })

/** Asks how many alerts are unread; nobody signed in with a role, nobody asked. A failure is logged and not shown (spec.txt section 8). */
export async function loadAlertCount(store: PortalStore): Promise<void> {
  const person = store.get(actorAtom)?.pid
  if (person === undefined) return
  try {
    const { unreadCount } = await crud({ apiPath: '/alerts/count', method: 'GET' }, AlertCount)
    if (store.get(actorAtom)?.pid === person) store.set(unreadAlertsAtom, unreadCount)
  } catch (error) {
    console.error('Polling error', error)
  }
}

/** Calls `ask` every five minutes from now on. Answers how to stop. */
export function pollAlertCount(ask: () => void): () => void {
  const timer = setInterval(ask, pollingMs)
  return () => clearInterval(timer)
}
