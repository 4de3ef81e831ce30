import { crud } from '@portal/shared-ui'
import { z } from 'zod'

const AlertCount = z.object({ unreadCount: z.number().int().nonnegative() })

/**
 * How many alerts of the viewer are unread. A failure is logged and answers null: nothing of it is shown
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
