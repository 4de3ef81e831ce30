import { z } from 'zod'
import { CollectionName } from './collections/names.ts'
import { ScanState } from './files.ts'
import { filledText } from './query/values.ts'
import { LocalDate } from './time.ts'
import { OpenedMailReport, ReportedOutcome } from './mail/report.ts'

/** The eight folders, with the names of Microsoft Graph. Source: specification.md 2, contract.md 6. */
export const mailFolderIds = [
  'inbox',
  'archive',
  'conversationhistory',
  'deleteditems',
  'drafts',
  'junkemail',
  'outbox',
  'sentitems',
] as const
export const MailFolderId = z.enum(mailFolderIds)
export type MailFolderId = z.infer<typeof MailFolderId>

export const mailFolderNames: Record<MailFolderId, string> = {
  inbox: 'Inbox',
  archive: 'Archive',
  conversationhistory: 'Conversation history',
  deleteditems: 'Deleted items',
  drafts: 'Drafts',
  junkemail: 'Junk email',
  outbox: 'Outbox',
  sentitems: 'Sent items',
}

export const MailFolder = z.object({
  id: MailFolderId,
  name: z.string(),
  unreadCount: z.number(),
  totalCount: z.number(),
})
export type MailFolder = z.infer<typeof MailFolder>
export const MailFolders = z.object({ folders: z.array(MailFolder) })

export const MailAddress = z.object({ name: z.string(), address: z.string() })
export type MailAddress = z.infer<typeof MailAddress>

/** A conversation as one row of a list, represented by its newest message. */
export const MailConversation = z.object({
  /** Number of its messages in the mailbox, including sent ones. */
  count: z.number(),
  /** Number of unread messages in the listed folder. */
  unreadCount: z.number(),
  /** Its messages in the listed folder, newest first, up to the maximum of a bulk change. */
  ids: z.array(z.string()),
})
export type MailConversation = z.infer<typeof MailConversation>

export const MailMessageSummary = z.object({
  id: z.string(),
  conversationId: z.string(),
  folder: MailFolderId,
  subject: z.string(),
  from: MailAddress,
  to: z.array(MailAddress),
  preview: z.string(),
  receivedAt: z.string(),
  isRead: z.boolean(),
  hasAttachments: z.boolean(),
  flag: z.boolean(),
  /** Present when a list is grouped by conversation. */
  conversation: MailConversation.optional(),
})
export type MailMessageSummary = z.infer<typeof MailMessageSummary>
export const MailMessages = z.object({
  messages: z.array(MailMessageSummary),
  metadata: z.object({ count: z.number() }),
})

/**
 * Response of `GET /api/mail/conversations?id=`: the messages of a conversation in one mailbox, newest first.
 */
export const MailConversationMessages = z.object({ messages: z.array(MailMessageSummary) })

/**
 * Folders whose messages are not shown in a conversation opened from another folder: unsent or discarded
 * messages.
 */
export const foldersOutsideConversations = [
  'drafts',
  'deleteditems',
  'junkemail',
] as const satisfies MailFolderId[]

/** Folders that are always listed by message, never grouped: they contain unsent messages. */
export const foldersByMessage = ['drafts', 'outbox'] as const satisfies MailFolderId[]

export const MailAttachment = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  mimeType: z.string(),
  scanned: ScanState.optional(),
})
export type MailAttachment = z.infer<typeof MailAttachment>

export const sendingStates = ['waiting', 'sent', 'failed', 'taken-back'] as const

/**
 * State of a sent message. `waiting` and `failed` messages are in the outbox; a `failed` one needs user
 * action. `reason` says why it was not delivered.
 */
export const MailSending = z.object({
  id: z.string(),
  state: z.enum(sendingStates),
  /** Sending can be undone at least until this time. */
  undoUntil: z.string(),
  reason: z.string().nullable(),
})
export type MailSending = z.infer<typeof MailSending>

/**
 * Why a message is linked to a record: a user linked it, it contains the record's number, its addresses are
 * known, or its thread is linked.
 */
export const mailLinkReasons = ['by-hand', 'reference-number', 'known-address', 'same-thread'] as const

/** A record linked to a message. `detail` is the number or address that matched. */
export const MailLink = z.object({
  collection: CollectionName,
  pid: z.string(),
  title: z.string(),
  reason: z.enum(mailLinkReasons),
  detail: z.string(),
})
export type MailLink = z.infer<typeof MailLink>

/** Body of `POST` and `DELETE /api/mail/messages/{id}/link`. */
export const LinkMail = z.strictObject({ collection: CollectionName, pid: z.string().min(1).max(64) })
export type LinkMail = z.infer<typeof LinkMail>

/** Body of `POST /api/mail/messages/{id}/task`, which creates a task from a message and links both. */
export const NewMailTask = z.strictObject({
  title: filledText(500),
  permit: z.string().min(1).max(64).nullable().default(null),
  dueDate: LocalDate.nullable().default(null),
  assignedTo: z.string().min(1).max(64).nullable().default(null),
})
export type NewMailTask = z.infer<typeof NewMailTask>

/** The created task, and the current links of the message. */
export const MailTask = z.object({
  pid: z.string(),
  title: z.string(),
  links: z.array(MailLink),
  offeredLinks: z.array(MailLink),
})
export type MailTask = z.infer<typeof MailTask>

/** Results of SPF, DKIM, DMARC and ARC. Source: RFC 8601 2.7. */
export const mailAuthResults = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
] as const
export type MailAuthResult = (typeof mailAuthResults)[number]
const AuthResult = z.enum(mailAuthResults)

/**
 * Authentication of the sender of an external message. `verified`: the From domain is authenticated;
 * `failed`: the policy of the domain rejects the message; `unverified`: neither. `by` says who checked.
 */
export const MailAuthentication = z.object({
  verdict: z.enum(['verified', 'failed', 'unverified']),
  by: z.enum(['portal', 'relay', 'microsoft']),
  domain: z.string(),
  spf: AuthResult,
  dkim: AuthResult,
  dmarc: AuthResult,
  arc: AuthResult,
})
export type MailAuthentication = z.infer<typeof MailAuthentication>

/**
 * Kinds of phishing warnings; `detail` contains the suspicious address or link. Source: issue 5, reading
 * safely.
 */
export const mailHintKinds = [
  'forged-own',
  'unverified-known',
  'reply-elsewhere',
  'name-is-address',
  'link-elsewhere',
  'look-alike',
  'own-name-from-outside',
  'odd-date',
] as const
export const MailHint = z.object({ kind: z.enum(mailHintKinds), detail: z.string() })
export type MailHint = z.infer<typeof MailHint>

/**
 * Why a message is shown only in part: too many parts, nesting levels or header bytes, a subject or text that
 * is too long to display, or a time or memory limit while parsing. `GET .../raw` returns the complete
 * message.
 */
export const unreadRests = ['parts', 'levels', 'head', 'length', 'time', 'memory'] as const
export const Truncation = z.enum(unreadRests)
export type Truncation = z.infer<typeof Truncation>

export const MailMessage = MailMessageSummary.extend({
  /** All authors, `from` first; absent when `from` is the only one. */
  authors: z.array(MailAddress).optional(),
  cc: z.array(MailAddress),
  bcc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  attachments: z.array(MailAttachment),
  bodyUrl: z.string(),
  /** Number of remote images that are blocked in the body; `bodyUrl` with `pictures=shown` loads them. */
  blockedPictures: z.number(),
  /** Phishing warnings, most severe first. */
  hints: z.array(MailHint).optional(),
  unreadRest: Truncation.optional(),
  /** Present for external messages, absent for mail between users of the portal. */
  authentication: MailAuthentication.optional(),
  /** Linked records that the reader may open. */
  links: z.array(MailLink).optional(),
  /**
   * For a linked message in the reader's own mailbox: whether others who see the linked records also see its
   * subject. If not, they only see that the owner has a message. Absent for other messages.
   */
  isShared: z.boolean().optional(),
  /**
   * Suggested records that are not linked automatically, because the sender is not authenticated or not
   * known. `POST .../link` links one.
   */
  offeredLinks: z.array(MailLink).optional(),
  /** Its report about another message: a delivery report, a read receipt or a complaint. */
  report: OpenedMailReport.optional(),
  /** Outcomes reported for this sent message; absent when there are none. */
  outcomes: z.array(ReportedOutcome).optional(),
  /** Sending state of a message in the outbox or a message sent from the portal. */
  sending: MailSending.optional(),
})
export type MailMessage = z.infer<typeof MailMessage>

/** Response of `POST` and `DELETE /api/mail/messages/{id}/share`. */
export const MailSharing = z.object({ isShared: z.boolean() })
export type MailSharing = z.infer<typeof MailSharing>

/** Changeable properties of a message; `restore` moves a deleted message back to its previous folder. */
export const mailPatchFields = {
  isRead: z.boolean().optional(),
  folder: MailFolderId.optional(),
  flag: z.boolean().optional(),
  restore: z.literal(true).optional(),
}

/** Body of `PATCH /api/mail/messages/{id}`: read state, flag, folder or restore. */
export const MailPatch = z
  .strictObject(mailPatchFields)
  .refine(
    (patch) => Object.values(patch).some((value) => value !== undefined),
    'names nothing to change: isRead, folder, flag or restore',
  )
  .refine(
    ({ folder, restore }) => folder === undefined || restore === undefined,
    'says both folder and restore',
  )
export type MailPatch = z.infer<typeof MailPatch>

/** Default page size for messages. */
export const mailPageSize = 50
