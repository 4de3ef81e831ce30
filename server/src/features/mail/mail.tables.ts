import type { CollectionName, MailFolderId, MailLink, MailSending, Truncation } from '@portal/contract'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#database/column-types.ts'

export interface MailMessageTable {
  seq: Generated<number>
  id: string
  /**
   * Key of the mailbox it lies in: the pid of its person, or the office's address in lower case. A message to
   * two of our mailboxes is two rows.
   */
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
  /** Names and addresses of all who wrote it, folded in the same way, for `from:`. */
  from_text: string
  /** Names and addresses of everybody on To, Cc and Bcc, for `to:`. */
  to_text: string
  subject_text: string
  /** The folder it was deleted from; null where it is not deleted. */
  deleted_from: Generated<MailFolderId | null>
  /** Counts the saves of a draft. */
  version: Generated<number>
  /** Key of the message in the file store as it came from outside; null for what was written here. */
  raw_key: string | null
  /** Why only a part of what lies under `raw_key` stands here. */
  unread_rest: Generated<Truncation | null>
  /**
   * `MailAuthentication` of what came from outside; null for what was written here, and for what came before
   * it was kept.
   */
  authentication: Json | null
  /** The length of its text and its attachments, or of the message as it came. */
  size_bytes: Generated<number>
  /** `MailReport` of what reports on another message; null for all others. */
  report: Json | null
  /** Message-ID of the message it reports on, without angle brackets. */
  report_of: string | null
  /** It was kept by an earlier version that read less of a message; `reread-messages.ts` reads it again. */
  needs_reading: Generated<boolean>
}

/** One sending of one message: the outbox. */
export interface MailSendingTable {
  id: string
  /** Id of the message, which lies in the outbox until everybody has it. */
  message: string
  mailbox: string
  /** Pid of whoever sent it. */
  sender: string
  idempotency_key: string
  state: MailSending['state']
  undo_until: Timestamp
  /** When it is to be tried next. */
  due_at: Timestamp
  /** Addresses outside it has still to reach; null until those inside have it. */
  pending: Json | null
  attempts: Generated<number>
  /**
   * The whole message was given to the outgoing server, whose answer is not known: it is never given again by
   * itself.
   */
  handed_over: Generated<boolean>
  reason: string | null
  claimed_by: string | null
  claimed_until: NullableTimestamp
}

/** What a message is about. The message may lie with another provider, so what is shown of it stands here. */
export interface MailLinkTable {
  message: string
  mailbox: string
  conversation_id: string
  subject: string
  received_at: Timestamp
  collection: CollectionName
  pid: string
  reason: MailLink['reason']
  /** The number or address it was found by. */
  detail: string
  linked_by: string | null
  linked_at: Timestamp
  /** No link yet: the sender is not proven or not known, so a person decides. */
  is_offered: Generated<boolean>
  /** In a personal mailbox: others who see the record see the subject. */
  is_shared: Generated<boolean>
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

/** What came from a sender or an address, or for a mailbox, on a day. */
export interface MailArrivalTable {
  kind: 'sender' | 'address' | 'mailbox'
  key: string
  /** Local date in UTC. */
  day: string
  messages: number
  bytes: number
}

/** How far a mailbox at Microsoft was looked through for new mail. */
export interface MailWatchTable {
  mailbox: string
  /** Where Graph tells what is new; null where it is to be asked from the beginning. */
  delta_link: string | null
  looked_at: Timestamp
}

/** A request that made a task of a message. */
export interface MailTaskTable {
  owner: string
  idempotency_key: string
  /** Pid of the task. */
  task: string
  made_at: Timestamp
}

export interface MailTables {
  mail_tasks: MailTaskTable
  mail_messages: MailMessageTable
  mail_attachments: MailAttachmentTable
  mail_sendings: MailSendingTable
  mail_links: MailLinkTable
  mail_watches: MailWatchTable
  mail_arrivals: MailArrivalTable
}
