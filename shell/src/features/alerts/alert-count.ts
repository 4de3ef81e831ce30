import { crud } from '@portal/shared-ui'
import { z } from 'zod'

const AlertCount = z.object({ unreadCount: z.number().int().nonnegative() })

/**
 * The number of the viewer's unread alerts. On failure it logs the error and returns null; nothing is shown
 * (specification.md 8).
 */
export async function askAlertCount(): Promise<number | null> {
  try {
    return (await crud({ apiPath: '/alerts/count', method: 'GET' }, AlertCount)).unreadCount
  } catch (error) {
    console.error('Polling error', error)
    return null
  }
}
