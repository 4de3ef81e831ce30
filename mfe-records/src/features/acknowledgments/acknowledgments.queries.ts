import { MessageAcknowledgments } from '@portal/contract'
import { crud, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** Who has acknowledged a message. */
export const acknowledgmentsQuery = (pid: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('notifications', pid), 'acknowledgments'] as const,
    queryFn: ({ signal }) =>
      crud(
        { apiPath: `/notifications/${encodeURIComponent(pid)}/acknowledgments`, method: 'GET' },
        MessageAcknowledgments,
        { signal },
      ),
    staleTime: 0,
  })
