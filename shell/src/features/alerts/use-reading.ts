import { addToastAtom, unreadAlertsAtom } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useStore } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { askAlertCount } from './alert-count.ts'
import { alertsKey } from './alerts.queries.ts'

/**
 * Changes alerts, for example marks them as read, and reloads list and count. Other tabs and devices are
 * informed by the stream.
 */
export function useReading<Variables = void>(read: (what: Variables) => Promise<unknown>) {
  const store = useStore()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: read,
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: alertsKey })
      const unread = await askAlertCount()
      if (unread !== null) store.set(unreadAlertsAtom, unread)
    },
    onError: (error) =>
      store.set(addToastAtom, { title: t('markFailed'), description: error.message, colour: 'red' }),
  })
}
