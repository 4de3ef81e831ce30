import { DeleteMailAnswer, MailChangesAnswer, MailFolders, MailMessage, MailMessages, MailSending, mailPageSize } from '@portal/contract'
import type { MailChange } from '@portal/contract'
import { api } from '@portal/shared-ui'
import { keepPreviousData, queryOptions, useQueryClient } from '@portal/shared-ui/query'
import { askAnew, mailKey, mailUrl, messageUrl } from '../../mail-calls.ts'
import type { Mailbox } from '../../mail-calls.ts'
import { isEverywhere } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'

/** Where the stream does not reach this page, a mailbox that is looked at is asked for new mail this often. */
const newMailEveryMs = 60_000

export const foldersQuery = (mailbox: Mailbox) =>
  queryOptions({
    queryKey: [...mailKey(mailbox), 'folders'],
    queryFn: ({ signal }) => api.get(mailUrl(mailbox, 'folders'), MailFolders, { signal }),
    refetchInterval: newMailEveryMs,
  })

/** Which list: a folder of a mailbox, or what of it matches a search. */
export type ListPlace = Pick<MailAddressBar, 'mailbox' | 'folder' | 'q' | 'inFolder'>

/** One page of a list. The rows of the list before stay until the first page of this one is there. */
export const messagesQuery = (place: ListPlace, page: number) => {
  const { mailbox, folder, q } = place
  const params = { ...(!isEverywhere(place) && { folder }), page: String(page), pageSize: String(mailPageSize), ...(q !== '' && { q }) }
  return queryOptions({
    queryKey: [...mailKey(mailbox), 'list', isEverywhere(place) ? 'every' : folder, q, page],
    queryFn: ({ signal }) => api.get(mailUrl(mailbox, 'messages', params), MailMessages, { signal }),
    ...(page === 1 && { placeholderData: keepPreviousData, refetchInterval: newMailEveryMs }),
  })
}

export const messageQuery = (mailbox: Mailbox, id: string) =>
  queryOptions({
    queryKey: [...mailKey(mailbox), 'message', id],
    queryFn: ({ signal }) => api.get(messageUrl(mailbox, id), MailMessage, { signal }),
  })

/** The writes of a mailbox; lists, counts and the open message follow each. */
export function useMailWrites(mailbox: Mailbox) {
  const queryClient = useQueryClient()
  async function then<Answer>(call: Promise<Answer>): Promise<Answer> {
    const answer = await call
    void askAnew(queryClient, mailbox)
    return answer
  }
  return {
    /** Read state, flag, folder or return from the deleted items of many messages; `before` in the answer is the way back. */
    change: (changes: readonly MailChange[]) => then(api.patch(mailUrl(mailbox, 'messages'), { changes }, MailChangesAnswer)),
    /** To the deleted items; for good what lies there. */
    remove: (ids: readonly string[]) => then(api.delete(mailUrl(mailbox, 'messages'), DeleteMailAnswer, { body: { ids } })),
    resend: (id: string) => then(api.post(messageUrl(mailbox, id, 'resend'), {}, MailSending)),
  }
}
