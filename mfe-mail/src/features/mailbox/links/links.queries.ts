import { MailMessage, MailSharing, SavedAttachment, recordRoot, collections } from '@portal/contract'
import type { LinkMail, SearchHit } from '@portal/contract'
import { api } from '@portal/shared-ui'
import { useQueryClient } from '@portal/shared-ui/query'
import { messageUrl } from '../../../mail-calls.ts'
import type { Mailbox } from '../../../mail-calls.ts'
import { messageQuery } from '../mailbox.queries.ts'

/** A record a message can be linked to. */
export type LinkedRecord = Pick<SearchHit, 'collection' | 'pid' | 'title'>

/** Collections mail can be linked to. */
export const linkable = ['permits', 'processed', 'tasks', 'ctasks', 'orgs'] as const

const Links = MailMessage.pick({ links: true, offeredLinks: true })

const numberIn = /\b(?:PM|TK|PY|NT|RT|ORG)-\d{4}-\d{6}\b/i

/** The initial search for a record to link: a number the message names, or else its sender. */
export function suggestionFor({
  subject,
  text,
  from,
  links = [],
}: Pick<MailMessage, 'subject' | 'text' | 'from' | 'links'>): string {
  const named = numberIn.exec(`${subject} ${text.slice(0, 20_000)}`)?.[0]
  if (named !== undefined && !links.some(({ detail, title }) => detail === named || title.includes(named)))
    return named
  return from.name.trim()
}

/**
 * The calls that link messages and save attachments. Each invalidates the message and the related list of the
 * record.
 */
export function useLinks(mailbox: Mailbox) {
  const queryClient = useQueryClient()
  const keep = (id: string, links: Pick<MailMessage, 'links' | 'offeredLinks'>) => {
    queryClient.setQueryData(
      messageQuery(mailbox, id).queryKey,
      (message) => message && { ...message, ...links },
    )
    // Whether a message is shared depends on its links.
    void queryClient.invalidateQueries({ queryKey: messageQuery(mailbox, id).queryKey })
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('related') })
  }
  return {
    link: async (id: string, { collection, pid }: LinkMail) =>
      keep(id, await api.post(messageUrl(mailbox, id, 'link'), { collection, pid }, Links)),
    unlink: async (id: string, { collection, pid }: LinkMail) =>
      keep(id, await api.delete(messageUrl(mailbox, id, 'link'), Links, { body: { collection, pid } })),
    share: async (id: string, isShared: boolean) => {
      const url = messageUrl(mailbox, id, 'share')
      const sharing = isShared ? await api.post(url, {}, MailSharing) : await api.delete(url, MailSharing)
      queryClient.setQueryData(
        messageQuery(mailbox, id).queryKey,
        (message) => message && { ...message, ...sharing },
      )
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('related') })
    },
    saveAttachment: (id: string, attachmentId: string, { collection, pid }: LinkedRecord) =>
      api.post(
        messageUrl(mailbox, id, `attachments/${encodeURIComponent(attachmentId)}/save`),
        { parentId: recordRoot(collections[collection].table, pid) },
        SavedAttachment,
      ),
  }
}
