import {
  mdiAlertOctagonOutline,
  mdiArchiveOutline,
  mdiFileDocumentEditOutline,
  mdiForumOutline,
  mdiInboxOutline,
  mdiSendOutline,
  mdiTrashCanOutline,
  mdiTrayArrowUp,
} from '@mdi/js'
import type { MailFolderId } from '@portal/contract'

export const folderIcons: Record<MailFolderId, string> = {
  inbox: mdiInboxOutline,
  archive: mdiArchiveOutline,
  conversationhistory: mdiForumOutline,
  deleteditems: mdiTrashCanOutline,
  drafts: mdiFileDocumentEditOutline,
  junkemail: mdiAlertOctagonOutline,
  outbox: mdiTrayArrowUp,
  sentitems: mdiSendOutline,
}
