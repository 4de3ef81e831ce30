import {
  DeleteMailAnswer,
  MailChangesAnswer,
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

/**
 * Where the stream does not reach this page, a mailbox that is looked at is asked for new mail this often.
 */
const newMailEveryMs = 60_000

export const foldersQuery = (mailbox: Mailbox) =>
  queryOptions({
    queryKey: [...mailKey(mailbox), 'folders'],
    queryFn: ({ signal }) => api.get(mailUrl(mailbox, 'folders'), MailFolders, { signal }),
    refetchInterval: newMailEveryMs,
  })

/** Which list: a folder of a mailbox, by conversation or by message, or what of it matches a search. */
export interface ListPlace extends Pick<MailAddressBar, 'mailbox' | 'folder' | 'q' | 'inFolder'> {
  byConversation: boolean
}

/** Are the lines of this list conversations? */
export const isGrouped = ({ folder, q, byConversation }: ListPlace) =>
  byConversation && q === '' && !foldersByMessage.some((each) => each === folder)

/** One page of a list. The rows of the list before stay until the first page of this one is there. */
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

/** Conversations may hold more messages than one call changes. */
async function changeAll(mailbox: Mailbox, changes: readonly MailChange[]): Promise<MailChangesAnswer> {
  const done: MailChangesAnswer = { updated: [], failed: [] }
  for (const part of inParts(changes)) {
    const { updated, failed } = await api.patch(
      mailUrl(mailbox, 'messages'),
      { changes: part },
      MailChangesAnswer,
    )
    done.updated.push(...updated)
    done.failed.push(...failed)
  }
  return done
}

async function removeAll(mailbox: Mailbox, ids: readonly string[]): Promise<DeleteMailAnswer> {
  const done: DeleteMailAnswer = { moved: [], deleted: [], failed: [] }
  for (const part of inParts(ids)) {
    const { moved, deleted, failed } = await api.delete(mailUrl(mailbox, 'messages'), DeleteMailAnswer, {
      body: { ids: part },
    })
    done.moved.push(...moved)
    done.deleted.push(...deleted)
    done.failed.push(...failed)
  }
  return done
}

/** The writes of a mailbox; lists, counts and the open message follow each. */
export function useMailWrites(mailbox: Mailbox) {
  const queryClient = useQueryClient()
  async function then<Answer>(call: Promise<Answer>): Promise<Answer> {
    const answer = await call
    void invalidateMailbox(queryClient, mailbox)
    return answer
  }
  return {
    /**
     * Read state, flag, folder or return from the deleted items of many messages; `before` in the answer is
     * the way back.
     */
    change: (changes: readonly MailChange[]) => then(changeAll(mailbox, changes)),
    /** To the deleted items; for good what lies there. */
    remove: (ids: readonly string[]) => then(removeAll(mailbox, ids)),
    resend: (id: string) => then(api.post(messageUrl(mailbox, id, 'resend'), {}, MailSending)),
  }
}
