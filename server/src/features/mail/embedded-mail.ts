import { mailFolderIds, mailFolderNames } from '@portal/contract'
import type { Deps } from '../../deps.ts'
import type { MailProvider } from './mail-provider.ts'
import {
  countFolders,
  findRawKey,
  lockFolder,
  patchMessage,
  probe,
  removeMessage,
  selectMessage,
  selectMessages,
  selectStoredAttachments,
} from './mail.queries.ts'
import { writeRaw } from './raw-message.ts'

export type EmbeddedMailParts = Pick<Deps, 'database' | 'store'>

/** Mailboxes of the portal itself: messages in the database, bytes of attachments in the file store. */
export function createEmbeddedMail({ database, store }: EmbeddedMailParts): MailProvider {
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
    listMessages: (mailbox, query) => selectMessages(kysely, mailbox, query),
    findMessage: (mailbox, id) => selectMessage(kysely, mailbox, id),
    async openAttachment(mailbox, id, attachmentId) {
      const found = (await selectStoredAttachments(kysely, mailbox, id)).find(({ attachment }) => attachment.id === attachmentId)
      if (found === undefined) return undefined
      const { body } = await store.get(found.storeKey)
      return { attachment: found.attachment, body }
    },
    async openRaw(mailbox, id) {
      const message = await selectMessage(kysely, mailbox, id)
      if (message === undefined) return undefined
      const asItCame = await findRawKey(kysely, mailbox, id)
      if (asItCame !== undefined) return (await store.get(asItCame)).body
      const stored = await selectStoredAttachments(kysely, mailbox, id)
      const attachments = stored.map(({ attachment, storeKey }) => ({ attachment, open: async () => (await store.get(storeKey)).body }))
      return writeRaw(message, attachments)
    },
    async updateMessage(mailbox, id, patch) {
      const isThere = await patchMessage(kysely, mailbox, id, patch)
      return isThere ? selectMessage(kysely, mailbox, id) : undefined
    },
    async deleteMessage(mailbox, id) {
      const unneeded = await kysely.transaction().execute(async (trx) => {
        const folder = await lockFolder(trx, mailbox, id)
        if (folder === undefined) return null
        if (folder === 'deleteditems') return removeMessage(trx, mailbox, id)
        await patchMessage(trx, mailbox, id, { folder: 'deleteditems' })
        return []
      })
      // After the commit: bytes too many are harmless, a message without its bytes is not.
      for (const key of unneeded ?? []) await store.delete(key)
      return unneeded !== null
    },
    ping: () => probe(kysely),
  }
}
