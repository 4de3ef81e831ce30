import { mailFolderIds, mailFolderNames } from '@portal/contract'
import { requireServable } from '#domain/scanning/scan-bytes.ts'
import type { MailDeps } from '../deps.ts'
import { isByConversation } from './mail-provider.ts'
import type { MailProvider } from './mail-provider.ts'
import { changeRows, deleteRows } from '../reading/change.queries.ts'
import { selectConversation, selectConversations } from '../reading/conversations.queries.ts'
import {
  countFolders,
  countUnreadMessages,
  findRawKey,
  probe,
  selectMessages,
  selectStoredAttachments,
} from '../reading/mail.queries.ts'
import { selectMessage, selectOpened } from '../reading/open-message.queries.ts'
import { writeRaw } from '../outbox/raw-message.ts'

export type EmbeddedMailParts = Pick<MailDeps, 'database' | 'store' | 'environment'>

/** Mailboxes of the portal itself: messages in the database, attachments in the file store. */
export function createEmbeddedMail({ database, store, environment }: EmbeddedMailParts): MailProvider {
  const { kysely } = database
  return {
    kind: 'embedded',
    async listFolders(mailbox) {
      const counts = await countFolders(kysely, mailbox)
      return mailFolderIds.map((id) => ({
        id,
        name: mailFolderNames[id],
        unreadCount: counts.get(id)?.unread ?? 0,
        totalCount: counts.get(id)?.total ?? 0,
      }))
    },
    countUnread: (mailbox) => countUnreadMessages(kysely, mailbox),
    listMessages(mailbox, query, pendingSession) {
      const reading = { database, ...(pendingSession && { pendingSession }) }
      return isByConversation(query)
        ? selectConversations(reading, mailbox, query)
        : selectMessages(reading, mailbox, query)
    },
    listConversation: (mailbox, conversationId) => selectConversation(kysely, mailbox, conversationId),
    findMessage: (mailbox, id) => selectMessage(database, mailbox, id),
    openMessage: (mailbox, id, caller) => selectOpened(database, mailbox, id, caller),
    async openAttachment(mailbox, id, attachmentId) {
      const found = (await selectStoredAttachments(kysely, mailbox, id)).find(
        ({ attachment }) => attachment.id === attachmentId,
      )
      if (found === undefined) return undefined
      await requireServable({ database, environment }, [
        { name: found.attachment.name, storeKey: found.storeKey },
      ])
      const { body } = await store.get(found.storeKey)
      return { attachment: found.attachment, body }
    },
    async openRaw(mailbox, id) {
      const message = await selectMessage(database, mailbox, id)
      if (message === undefined) return undefined
      const asItCame = await findRawKey(kysely, mailbox, id)
      const stored = await selectStoredAttachments(kysely, mailbox, id)
      const whole = asItCame === undefined ? [] : [{ name: 'This message', storeKey: asItCame }]
      const parts = stored.map(({ attachment, storeKey }) => ({ name: attachment.name, storeKey }))
      await requireServable({ database, environment }, [...parts, ...whole])
      if (asItCame !== undefined) return (await store.get(asItCame)).body
      const attachments = stored.map(({ attachment, storeKey }) => ({
        attachment,
        open: async () => (await store.get(storeKey)).body,
      }))
      return writeRaw(message, attachments)
    },
    changeMessages: (mailbox, changes) =>
      kysely.transaction().execute((trx) => changeRows(trx, mailbox, changes)),
    async deleteMessages(mailbox, ids) {
      const { unneeded, ...done } = await kysely.transaction().execute((trx) => deleteRows(trx, mailbox, ids))
      // After the commit: leftover bytes are harmless, a message without its bytes is not. A backup that
      // began before the commit still finds them in the bin.
      for (const key of unneeded) await store.moveToBin(key, 'object')
      return done
    },
    ping: () => probe(kysely),
  }
}
