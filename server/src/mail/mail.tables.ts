import type { CollectionName, MailFolderId, MailLink, MailSending, Truncation } from '@portal/contract'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

export interface MailMessageTable {
  seq: Generated<number>
  id: string
  /**
   * Key of the mailbox: the pid of its person, or the office's address in lower case. A message to two
   * mailboxes of the portal is two rows.
   */
  mailbox: string
  folder: MailFolderId
  conversation_id: string
  /** Message-ID header without angle brackets; not unique. */
  message_id: string
  subject: string
  from_name: string
  from_address: string
  /** `People` of mail-provider.ts. */
  people: Json
  /** Other headers, `{ name, value }[]`. */
  headers: Json
  preview: string
  text: string
  /** The sender's HTML, never to be shown unsanitized; null for plain text. */
  html: string | null
  received_at: Timestamp
  is_read: boolean
  flag: boolean
  /** Subject, people and text, folded by `toSearchText`. */
  search_text: string
  /** Names and addresses of all authors, folded the same way, for `from:`. */
  from_text: string
  /** Names and addresses of all recipients (To, Cc, Bcc), for `to:`. */
  to_text: string
  subject_text: string
  /** The folder it was deleted from; null unless deleted. */
  deleted_from: Generated<MailFolderId | null>
  /** When it was moved to the deleted items; null when not, and when an earlier version moved it. */
  deleted_at: NullableTimestamp
  /** Counts the saves of a draft. */
  version: Generated<number>
  /** Key of the raw message from outside in the file store; null for messages written in the portal. */
  raw_key: string | null
  /** Why only a part of the message under `raw_key` is stored here. */
  unread_rest: Generated<Truncation | null>
  /**
   * `MailAuthentication` of a message from outside; null for messages written in the portal, and for older
   * ones stored without it.
   */
  authentication: Json | null
  /** Size of text and attachments, or of the raw message. */
  size_bytes: Generated<number>
  /** `MailReport` of a report about another message; null for all others. */
  report: Json | null
  /** Message-ID of the message it reports on, without angle brackets. */
  report_of: string | null
  /** Stored by an earlier version with an incomplete parser; `reread-messages.ts` parses it again. */
  needs_reading: Generated<boolean>
}

/** A sending of a message: the outbox. */
export interface MailSendingTable {
  id: string
  /** Id of the message, which stays in the outbox until all recipients have it. */
  message: string
  mailbox: string
  /** Pid of the sender. */
  sender: string
  idempotency_key: string
  state: MailSending['state']
  undo_until: Timestamp
  /** Time of the next attempt. */
  due_at: Timestamp
  /** Remaining recipients: external ones, and internal ones with a full mailbox; null before an attempt. */
  pending: Json | null
  attempts: Generated<number>
  /**
   * The message was handed to the outgoing server, whose response is unknown: it is never resent
   * automatically.
   */
  handed_over: Generated<boolean>
  reason: string | null
  claimed_by: string | null
  claimed_until: NullableTimestamp
}

/**
 * Links of messages to records. Another provider may store the message, so the displayed fields are copied.
 */
export interface MailLinkTable {
  message: string
  mailbox: string
  conversation_id: string
  subject: string
  received_at: Timestamp
  collection: CollectionName
  pid: string
  reason: MailLink['reason']
  /** The number or address that matched. */
  detail: string
  linked_by: string | null
  linked_at: Timestamp
  /** Not linked yet: the sender is not verified or not known, so a person decides. */
  is_offered: Generated<boolean>
  /** In a personal mailbox: the subject is visible to others who see the record. */
  is_shared: Generated<boolean>
}

export interface MailAttachmentTable {
  seq: Generated<number>
  id: string
  message_seq: number
  name: string
  mime_type: string
  size: number
  /** Content-ID of a picture shown in the body, without angle brackets; null for other attachments. */
  content_id: string | null
  /** Key of the bytes in the file store, shared by the copies of a message. */
  store_key: string
}

/** Daily counts of arrived mail per sender, IP address and mailbox. */
export interface MailArrivalTable {
  kind: 'sender' | 'address' | 'mailbox'
  key: string
  /** Date in UTC. */
  day: string
  messages: number
  bytes: number
}

/** State of the checks for new mail of a mailbox at Microsoft. */
export interface MailWatchTable {
  mailbox: string
  /** Mark of the last check; null to start again. */
  delta_link: string | null
  looked_at: Timestamp
}

/** An idempotency key under which a task was created from a message. */
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
