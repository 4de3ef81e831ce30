import type { MailFolderId } from '@portal/contract'
import type { Generated } from 'kysely'
import type { Json, Timestamp } from '#database/column-types.ts'

export interface MailMessageTable {
  seq: Generated<number>
  id: string
  /** Address of the mailbox it lies in, lower case. A message to two of our mailboxes is two rows. */
  mailbox: string
  folder: MailFolderId
  conversation_id: string
  /** Message-ID header without angle brackets; several rows may have the same. */
  message_id: string
  subject: string
  from_name: string
  from_address: string
  /** `People` of mail-provider.ts. */
  people: Json
  /** Further headers, `{ name, value }[]`. */
  headers: Json
  preview: string
  text: string
  /** The body as its sender wrote it, not to be shown to anybody unsanitised; null for plain text. */
  html: string | null
  received_at: Timestamp
  is_read: boolean
  flag: boolean
  /** Subject, people and text as `toSearchText` folds them. */
  search_text: string
}

export interface MailAttachmentTable {
  seq: Generated<number>
  id: string
  message_seq: number
  name: string
  mime_type: string
  size: number
  /** Content-ID by which the body shows it, without angle brackets; null for what is only attached. */
  content_id: string | null
  /** Key of the bytes in the file store; the copies of one message share it. */
  store_key: string
}

export interface MailTables {
  mail_messages: MailMessageTable
  mail_attachments: MailAttachmentTable
}
