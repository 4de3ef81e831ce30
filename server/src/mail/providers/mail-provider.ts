import type { Readable } from 'node:stream'
import { MailAddress, foldersByMessage } from '@portal/contract'
import { isEmptySearch } from '@portal/contract/mail-search'
import type {
  MailAuthentication,
  MailChange,
  MailFolder,
  MailFolderId,
  MailLink,
  MailMessageSummary,
  MailPatch,
  MailSending,
  OpenedMailReport,
  ReportedOutcome,
  ScanState,
  Truncation,
} from '@portal/contract'
import type { MailSearch } from '@portal/contract/mail-search'
import { z } from 'zod'
import type { PendingSession } from '#platform/sessions/pending-session.ts'
import type { RefusedRecipient } from '../outbox/smtp-relay.ts'

/** All people on a message except its sender. */
export const MessagePeople = z.object({
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  bcc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
})
export type MessagePeople = z.infer<typeof MessagePeople>

export interface StoredAttachment {
  id: string
  name: string
  size: number
  mimeType: string
  /** Content-ID of a picture shown in the body; null for other attachments. */
  contentId: string | null
  /** Absent when another provider stores the bytes: they are scanned before they are sent. */
  scanned?: ScanState
}

/** A message as a provider stores it. `html` is the sender's, unsanitized. */
export interface StoredMessage extends MailMessageSummary, MessagePeople {
  headers: { name: string; value: string }[]
  text: string
  html: string | null
  attachments: StoredAttachment[]
  /** Why only a part of the message is stored here; absent when it is complete. */
  unreadRest?: Truncation
  /** Its report about another message; absent for all others. */
  report?: OpenedMailReport
  /** Authentication of the sender; absent for messages that did not come from outside. */
  authentication?: MailAuthentication
}

/** An opened message with the portal's data about it, whichever provider stores it. */
export interface OpenedMessage {
  message: StoredMessage | undefined
  /** Null when it was not sent from the portal. */
  sending: MailSending | null
  /** Reports received about it, when it was sent from the portal. */
  outcomes: ReportedOutcome[]
  /** Links to records, before the access check of the reader. */
  links: FoundLink[]
}

/** A link or offered link to a record, before the access check of the reader. */
export interface FoundLink extends Omit<MailLink, 'title'> {
  isOffered: boolean
  isShared: boolean
}

export interface MessageQuery {
  /** Null: every folder. */
  folder: MailFolderId | null
  /** Starts at 1. */
  page: number
  pageSize: number
  /** Conditions for all messages; an empty search lists everything. */
  search: MailSearch
  /** One row per conversation, when a folder is listed without a search. */
  byConversation: boolean
}

/** Whether a list is grouped by conversation. */
export function isByConversation<Query extends MessageQuery>(
  query: Query,
): query is Query & { folder: MailFolderId } {
  const { folder, search, byConversation } = query
  return (
    byConversation &&
    isEmptySearch(search) &&
    folder !== null &&
    !foldersByMessage.some((each) => each === folder)
  )
}

export interface MessagePage {
  messages: MailMessageSummary[]
  /** Exact, independent of the page. */
  count: number
}

/** A message of the outbox that is being sent. */
export interface OutgoingMessage {
  mailbox: string
  id: string
  /** An earlier attempt may have sent it, so its state is checked first. */
  wasHandedOver: boolean
  /** Awaited before the message is handed over: from then on a recipient may have it. */
  onHandOver: () => Promise<void>
}

/** The fields of a message that links are derived from. */
export interface LinkedMessage {
  id: string
  mailbox: string
  conversationId: string
  subject: string
  /** Reference numbers in the message (`numbersIn`). */
  numbers: readonly string[]
  from: string
  /** Recipients of a message sent from the portal. */
  to?: readonly string[]
  receivedAt: Date
  /** Null for messages that did not come from outside. */
  authentication: MailAuthentication | null
}

/** Result of a check for new mail. `mark` is where the next one starts. */
export interface NewMail {
  mark: string
  arrived: LinkedMessage[]
  /** Something other than new mail changed. */
  hasChanged: boolean
}

/** A changed message, and the patch that undoes the change. */
export interface ChangedMessage {
  id: string
  before: MailPatch
}

/**
 * Storage of mail: the portal's own mailboxes in the database, or an office's at Microsoft. `mailbox` is a
 * key the caller has already checked (mailbox.ts); a provider never reads another mailbox. For an unknown id
 * the result is undefined or false. Drafts and the outbox are kept by the portal for every provider (decision
 * 0012).
 */
export interface MailProvider {
  kind: 'embedded' | 'graph'
  /** All eight folders in the order of the contract, with current counts. */
  listFolders(mailbox: string): Promise<MailFolder[]>
  /** Unread messages of the inbox, at most `mostCounted` + 1. */
  countUnread(mailbox: string): Promise<number>
  /** Newest first. `pendingSession` is set when the call began before its session was read. */
  listMessages(mailbox: string, query: MessageQuery, pendingSession?: PendingSession): Promise<MessagePage>
  /** The messages of a conversation, including those sent from the portal, newest first and at most 200. */
  listConversation(mailbox: string, conversationId: string): Promise<MailMessageSummary[]>
  findMessage(mailbox: string, id: string): Promise<StoredMessage | undefined>
  /** `pendingSession` is set when the call began before its session was read. */
  openMessage(mailbox: string, id: string, pendingSession?: PendingSession): Promise<OpenedMessage>
  openAttachment(
    mailbox: string,
    id: string,
    attachmentId: string,
  ): Promise<{ attachment: StoredAttachment; body: Readable } | undefined>
  /** The message as RFC 5322 text with its attachments. */
  openRaw(mailbox: string, id: string): Promise<Readable | undefined>
  /**
   * Changes messages and returns the previous state of each. Unknown ids are left out, and so are restores of
   * messages that are not deleted.
   */
  changeMessages(mailbox: string, changes: readonly MailChange[]): Promise<ChangedMessage[]>
  /**
   * Moves messages to deleteditems; messages already there are deleted permanently. Unknown ids are left out.
   */
  deleteMessages(mailbox: string, ids: readonly string[]): Promise<{ moved: string[]; deleted: string[] }>
  /**
   * Sends a message of the outbox to all recipients once and returns the refused ones. Absent when the
   * provider does not send: then the portal delivers internally and everybody else gets it by SMTP. Throws
   * RelayFailure.
   */
  carry?: (message: OutgoingMessage) => Promise<RefusedRecipient[]>
  /**
   * New messages in the inbox since `mark`, when mail arrives at the provider. The first check (null) returns
   * none.
   */
  lookForNew?: (mailbox: string, mark: string | null) => Promise<NewMail>
  /** Throws when mail cannot be read. */
  ping(): Promise<void>
}
