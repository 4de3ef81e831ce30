import {
  DeleteMailResponse,
  MailChangesResponse,
  MailConversationMessages,
  MailFolders,
  MailMessage,
  MailMessages,
  MailSending,
  foldersByMessage,
  mailPageSize,
  maxMailChanges,
} from '@portal/contract'
import type { MailChange } from '@portal/contract'
import { api } from '@portal/shared-ui'
import { keepPreviousData, queryOptions, useQueryClient } from '@portal/shared-ui/query'
import { invalidateMailbox, mailKey, mailUrl, messageUrl } from '../../mail-calls.ts'
import type { Mailbox } from '../../mail-calls.ts'
import { isEverywhere } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'

/** Polling interval for new mail of the open mailbox when the stream is not connected, in ms. */
const newMailEveryMs = 60_000

export const foldersQuery = (mailbox: Mailbox) =>
  queryOptions({
    queryKey: [...mailKey(mailbox), 'folders'],
    queryFn: ({ signal }) => api.get(mailUrl(mailbox, 'folders'), MailFolders, { signal }),
    refetchInterval: newMailEveryMs,
  })

/** Identifies a list: a folder of a mailbox, by conversation or by message, or the hits of a search. */
export interface ListPlace extends Pick<MailAddressBar, 'mailbox' | 'folder' | 'q' | 'inFolder'> {
  byConversation: boolean
}

/** Whether the rows of this list are conversations. */
export const isGrouped = ({ folder, q, byConversation }: ListPlace) =>
  byConversation && q === '' && !foldersByMessage.some((each) => each === folder)

/** One page of a list. The previous list's rows stay until the first page of this one has loaded. */
export const messagesQuery = (place: ListPlace, page: number) => {
  const { mailbox, folder, q } = place
  const params = {
    ...(!isEverywhere(place) && { folder }),
    ...(isGrouped(place) && { group: 'conversation' }),
    page: String(page),
    pageSize: String(mailPageSize),
    ...(q !== '' && { q }),
  }
  return queryOptions({
    queryKey: [
      ...mailKey(mailbox),
      'list',
      isEverywhere(place) ? 'every' : folder,
      q,
      isGrouped(place),
      page,
    ],
    queryFn: ({ signal }) => api.get(mailUrl(mailbox, 'messages', params), MailMessages, { signal }),
    ...(page === 1 && { placeholderData: keepPreviousData, refetchInterval: newMailEveryMs }),
  })
}

export const conversationQuery = (mailbox: Mailbox, id: string) =>
  queryOptions({
    queryKey: [...mailKey(mailbox), 'conversation', id],
    queryFn: ({ signal }) =>
      api.get(mailUrl(mailbox, 'conversations', { id }), MailConversationMessages, { signal }),
  })

export const messageQuery = (mailbox: Mailbox, id: string) =>
  queryOptions({
    queryKey: [...mailKey(mailbox), 'message', id],
    queryFn: ({ signal }) => api.get(messageUrl(mailbox, id), MailMessage, { signal }),
  })

const inParts = <Item>(items: readonly Item[]) =>
  Array.from({ length: Math.ceil(items.length / maxMailChanges) }, (_, part) =>
    items.slice(part * maxMailChanges, (part + 1) * maxMailChanges),
  )

/** A conversation may have more messages than one call can change. */
async function changeAll(mailbox: Mailbox, changes: readonly MailChange[]): Promise<MailChangesResponse> {
  const done: MailChangesResponse = { updated: [], failed: [] }
  for (const part of inParts(changes)) {
    const { updated, failed } = await api.patch(
      mailUrl(mailbox, 'messages'),
      { changes: part },
      MailChangesResponse,
    )
    done.updated.push(...updated)
    done.failed.push(...failed)
  }
  return done
}

async function removeAll(mailbox: Mailbox, ids: readonly string[]): Promise<DeleteMailResponse> {
  const done: DeleteMailResponse = { moved: [], deleted: [], failed: [] }
  for (const part of inParts(ids)) {
    const { moved, deleted, failed } = await api.delete(mailUrl(mailbox, 'messages'), DeleteMailResponse, {
      body: { ids: part },
    })
    done.moved.push(...moved)
    done.deleted.push(...deleted)
    done.failed.push(...failed)
  }
  return done
}

/** The writes of a mailbox. Each invalidates lists, counts and the open message. */
export function useMailWrites(mailbox: Mailbox) {
  const queryClient = useQueryClient()
  async function then<Answer>(call: Promise<Answer>): Promise<Answer> {
    const response = await call
    void invalidateMailbox(queryClient, mailbox)
    return response
  }
  return {
    /**
     * Changes read state, flag or folder of messages, or restores them from the deleted items; `before` in
     * the answer reverts the change.
     */
    change: (changes: readonly MailChange[]) => then(changeAll(mailbox, changes)),
    /** Moves to the deleted items; messages already there are deleted permanently. */
    remove: (ids: readonly string[]) => then(removeAll(mailbox, ids)),
    resend: (id: string) => then(api.post(messageUrl(mailbox, id, 'resend'), {}, MailSending)),
  }
}
