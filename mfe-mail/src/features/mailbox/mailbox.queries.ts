import { MailFolders, MailMessage, MailMessages, mailPageSize } from '@portal/contract'
import type { MailPatch } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@portal/shared-ui/query'
import type { QueryClient } from '@portal/shared-ui/query'
import type { MailAddressBar } from '../../paths.ts'

/** How often a mailbox that is looked at is asked for new mail. */
const newMailEveryMs = 60_000

const keyOf = (mailbox: string | null) => ['mail', mailbox ?? 'own'] as const
const inMailbox = (mailbox: string | null) => (mailbox === null ? {} : { mailbox })
const messageUrl = (mailbox: string | null, id: string) =>
  `/api/mail/messages/${encodeURIComponent(id)}${mailbox === null ? '' : `?mailbox=${encodeURIComponent(mailbox)}`}`

export const foldersQuery = (mailbox: string | null) =>
  queryOptions({
    queryKey: [...keyOf(mailbox), 'folders'],
    queryFn: ({ signal }) => api.get('/api/mail/folders', MailFolders, { params: inMailbox(mailbox), signal }),
    refetchInterval: newMailEveryMs,
  })

export const messagesQuery = ({ mailbox, folder, page, q }: MailAddressBar) =>
  queryOptions({
    queryKey: [...keyOf(mailbox), 'list', folder, q, page],
    queryFn: ({ signal }) =>
      api.get('/api/mail/messages', MailMessages, {
        params: { ...inMailbox(mailbox), folder, page, pageSize: mailPageSize, ...(q !== '' && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: newMailEveryMs,
  })

export const messageQuery = (mailbox: string | null, id: string) =>
  queryOptions({
    queryKey: [...keyOf(mailbox), 'message', id],
    queryFn: ({ signal }) => api.get(messageUrl(mailbox, id), MailMessage, { signal }),
  })

/** Where the message can be downloaded as it came. */
export function rawUrl(mailbox: string | null, id: string): string {
  return messageUrl(mailbox, id).replace(/(\?|$)/, '/raw$1')
}

/** An attachment's address. */
export function attachmentUrl(mailbox: string | null, id: string, attachmentId: string): string {
  return messageUrl(mailbox, id).replace(/(\?|$)/, `/attachments/${encodeURIComponent(attachmentId)}$1`)
}

/** Lists and counts follow a change in their own time. */
function askAnew(queryClient: QueryClient, mailbox: string | null): void {
  void queryClient.invalidateQueries({ queryKey: [...keyOf(mailbox), 'list'] })
  void queryClient.invalidateQueries({ queryKey: foldersQuery(mailbox).queryKey })
}

/** Changes read state, flag or folder. The open message shows it at once, lists and counts are asked anew. */
export function useChangeMessage(mailbox: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: MailPatch }) => api.patch(messageUrl(mailbox, id), patch, MailMessage),
    onSuccess: (message) => {
      queryClient.setQueryData(messageQuery(mailbox, message.id).queryKey, message)
      askAnew(queryClient, mailbox)
    },
  })
}

/** Moves a message to the deleted items, or out of them for good. */
export function useDeleteMessage(mailbox: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(messageUrl(mailbox, id), nothing),
    onSuccess: () => askAnew(queryClient, mailbox),
  })
}
