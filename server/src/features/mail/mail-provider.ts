import type { Readable } from 'node:stream'
import { MailAddress, foldersByMessage, isEmptySearch } from '@portal/contract'
import type {
  MailAuthentication,
  MailChange,
  MailFolder,
  MailFolderId,
  MailLink,
  MailMessageSummary,
  MailPatch,
  MailSearch,
  MailSending,
  OpenedMailReport,
  ReportedOutcome,
  ScanState,
  Truncation,
} from '@portal/contract'
import { z } from 'zod'
import type { PendingSession } from '#records/pending-session.ts'
import type { RefusedRecipient } from './smtp-relay.ts'

/** Everybody on a message but its sender. */
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
  /** Content-ID by which the body shows it; null for what is only attached. */
  contentId: string | null
  /** Absent where the bytes lie at another provider: the scanner sees them before they are handed out. */
  scanned?: ScanState
}

/** A message as a provider knows it. `html` is the sender's, unsanitised. */
export interface StoredMessage extends MailMessageSummary, MessagePeople {
  headers: { name: string; value: string }[]
  text: string
  html: string | null
  attachments: StoredAttachment[]
  /** Why only a part of the message as it came stands here; absent where all of it does. */
  unreadRest?: Truncation
  /** What it reports of another message; absent for all others. */
  report?: OpenedMailReport
  /** How far the sender is proven; absent for what did not come from outside. */
  authentication?: MailAuthentication
}

/** A message as it is opened: with what the portal knows of it, wherever it lies. */
export interface OpenedMessage {
  message: StoredMessage | undefined
  /** Null where it was not sent from here. */
  sending: MailSending | null
  /** What reports that came say of it, where it was sent from here. */
  outcomes: ReportedOutcome[]
  /** Links to records, whether the reader may open those or not. */
  links: FoundLink[]
}

/** A link, or the offer of one, to a record the reader may or may not open. */
export interface FoundLink extends Omit<MailLink, 'title'> {
  isOffered: boolean
  isShared: boolean
}

export interface MessageQuery {
  /** Null = every folder. */
  folder: MailFolderId | null
  /** From 1. */
  page: number
  pageSize: number
  /** What all of them must be; an empty one lists everything. */
  search: MailSearch
  /** One line a conversation, where a folder is listed and nothing is searched for. */
  byConversation: boolean
}

/** Is a list grouped by conversation? */
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
  /** Exact, whatever the page. */
  count: number
}

/** A message of the outbox on its way. */
export interface OutgoingMessage {
  mailbox: string
  id: string
  /** It may have gone out in an earlier try: then it is found out first. */
  wasHandedOver: boolean
  /** Called and waited for before it is given away: from then on somebody may have it. */
  onHandOver: () => Promise<void>
}

/** What of a message says what it is about. */
export interface LinkedMessage {
  id: string
  mailbox: string
  conversationId: string
  subject: string
  /** Numbers of records it names (`numbersIn`). */
  numbers: readonly string[]
  from: string
  /** Of what was sent from here: the addresses it went to. */
  to?: readonly string[]
  receivedAt: Date
  /** Null for what did not come from outside. */
  authentication: MailAuthentication | null
}

/** What one look for new mail found. `mark` is where the next one begins. */
export interface NewMail {
  mark: string
  arrived: LinkedMessage[]
  /** Something else than new mail changed there. */
  hasChanged: boolean
}

/** A message that was changed, and the patch that would undo it. */
export interface ChangedMessage {
  id: string
  before: MailPatch
}

/**
 * Where mail lies: the portal's own mailboxes in the database, or an office's at Microsoft. `mailbox` is a
 * key the caller has judged already (mailbox.ts); a provider never answers from another one. Answers to an
 * unknown id are undefined or false. Drafts and the outbox are the portal's own whichever it is (decision
 * 0012).
 */
export interface MailProvider {
  kind: 'embedded' | 'graph'
  /** All eight folders in the order of the contract, counted now. */
  listFolders(mailbox: string): Promise<MailFolder[]>
  /** Unread messages of the inbox, those beyond `mostCounted` told as one. */
  countUnread(mailbox: string): Promise<number>
  /** Newest first. `pendingSession` where the call began before its session was read. */
  listMessages(mailbox: string, query: MessageQuery, pendingSession?: PendingSession): Promise<MessagePage>
  /** The messages of a conversation, those sent from here among them, the newest first and at most 200. */
  listConversation(mailbox: string, conversationId: string): Promise<MailMessageSummary[]>
  findMessage(mailbox: string, id: string): Promise<StoredMessage | undefined>
  /** `pendingSession` where the call began before its session was read. */
  openMessage(mailbox: string, id: string, pendingSession?: PendingSession): Promise<OpenedMessage>
  openAttachment(
    mailbox: string,
    id: string,
    attachmentId: string,
  ): Promise<{ attachment: StoredAttachment; body: Readable } | undefined>
  /** The message as RFC 5322 text with its attachments. */
  openRaw(mailbox: string, id: string): Promise<Readable | undefined>
  /**
   * Changes messages and answers what each was before; unknown ids, and what cannot be restored since it is
   * not deleted, are left out.
   */
  changeMessages(mailbox: string, changes: readonly MailChange[]): Promise<ChangedMessage[]>
  /** Moves messages to deleteditems, and from there out of the world; unknown ids are left out. */
  deleteMessages(mailbox: string, ids: readonly string[]): Promise<{ moved: string[]; deleted: string[] }>
  /**
   * Gives a message of the outbox to everybody it is for, once, where the provider sends by itself; answers
   * whom it refused. Without it those inside get their copies from the portal and everybody else by SMTP.
   * Throws RelayFailure.
   */
  carry?: (message: OutgoingMessage) => Promise<RefusedRecipient[]>
  /**
   * What has come into the inbox since `mark`, where mail arrives at the provider's; the first look (null)
   * finds nothing new.
   */
  lookForNew?: (mailbox: string, mark: string | null) => Promise<NewMail>
  /** Throws when mail cannot be read. */
  ping(): Promise<void>
}
