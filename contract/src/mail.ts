import { z } from 'zod'
import { CollectionName } from './collections/names.ts'
import { ScanState } from './files.ts'
import { LocalDate } from './time.ts'
import { OpenedMailReport, ReportedOutcome } from './mail/report.ts'

/** The eight folders, named as Microsoft Graph names them. Source: specification.md 2, contract.md 6. */
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

/** A conversation as one line of a list: its newest message there stands for it. */
export const MailConversation = z.object({
  /** Its messages in the mailbox, those sent from it among them. */
  count: z.number(),
  /** Unread ones in the folder that is listed. */
  unreadCount: z.number(),
  /** Those in the folder that is listed, the newest first, as many as are changed at once. */
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
  /** Present where a list is grouped by conversation. */
  conversation: MailConversation.optional(),
})
export type MailMessageSummary = z.infer<typeof MailMessageSummary>
export const MailMessages = z.object({
  messages: z.array(MailMessageSummary),
  metadata: z.object({ count: z.number() }),
})

/**
 * Answer of `GET /api/mail/conversations?id=`: the messages of a conversation in one mailbox, the newest
 * first.
 */
export const MailConversationMessages = z.object({ messages: z.array(MailMessageSummary) })

/**
 * A folder whose messages have ended or are not yet there: they are no part of a conversation seen from
 * another one.
 */
export const foldersOutsideConversations = [
  'drafts',
  'deleteditems',
  'junkemail',
] as const satisfies MailFolderId[]

/** Folders that are listed by message alone: what is written or on its way is one thing each. */
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
 * How a sending stands. `waiting` is in the outbox, `failed` too and waits for somebody; `reason` says why it
 * has not arrived.
 */
export const MailSending = z.object({
  id: z.string(),
  state: z.enum(sendingStates),
  /** Until then it can surely be taken back. */
  undoUntil: z.string(),
  reason: z.string().nullable(),
})
export type MailSending = z.infer<typeof MailSending>

/**
 * Why a message is linked to a record: somebody did it, its number stands in the message, the people are
 * known, or its thread is linked to it.
 */
export const mailLinkReasons = ['by-hand', 'reference-number', 'known-address', 'same-thread'] as const

/** A record a message is about, by its title; `detail` is the number or address it was found by. */
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

/** Body of `POST /api/mail/messages/{id}/task`, which makes a task of a message and links the two. */
export const NewMailTask = z.strictObject({
  title: z.string().trim().min(1, 'is empty').max(500, 'is longer than 500 characters'),
  permit: z.string().min(1).max(64).nullable().default(null),
  dueDate: LocalDate.nullable().default(null),
  assignedTo: z.string().min(1).max(64).nullable().default(null),
})
export type NewMailTask = z.infer<typeof NewMailTask>

/** The task that was made, and what the message is linked to now. */
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
 * How far the sender of a message from outside is proven. `verified`: the domain of its From is; `failed`:
 * the owner of that domain says such mail is not theirs; `unverified`: neither is known. `by` says who
 * checked.
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
 * Why a message may not be what it seems; `detail` names the address or link that gave it away. Source: issue
 * 5, reading safely.
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
 * Why only a part of a message is shown: it has more parts, more levels of parts or a longer head than are
 * read of one, or its subject or text is longer than is shown, or reading it took more time or memory than it
 * may. Nothing is lost: the whole of it is `GET .../raw`.
 */
export const unreadRests = ['parts', 'levels', 'head', 'length', 'time', 'memory'] as const
export const Truncation = z.enum(unreadRests)
export type Truncation = z.infer<typeof Truncation>

export const MailMessage = MailMessageSummary.extend({
  /** All who wrote it, `from` first, where they are several; absent where `from` is the only one. */
  authors: z.array(MailAddress).optional(),
  cc: z.array(MailAddress),
  bcc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  attachments: z.array(MailAttachment),
  bodyUrl: z.string(),
  /**
   * Pictures of the body that would have to come from elsewhere and are therefore not shown; `bodyUrl` with
   * `pictures=shown` shows them.
   */
  blockedPictures: z.number(),
  /** Signs of fraud, the gravest first. */
  hints: z.array(MailHint).optional(),
  unreadRest: Truncation.optional(),
  /** Present for what came from outside, absent for mail between people of the portal. */
  authentication: MailAuthentication.optional(),
  /** Records it is about, as far as the reader may open them. */
  links: z.array(MailLink).optional(),
  /**
   * Where the reader's own mailbox holds a message that is linked: do others who see those records see its
   * subject? Without it they see that there is a message of its owner. Absent elsewhere.
   */
  isShared: z.boolean().optional(),
  /**
   * Records it may be about, which are not linked because its sender is not proven or not known; `POST
   * .../link` links one.
   */
  offeredLinks: z.array(MailLink).optional(),
  /** What it reports of another message: a delivery report, a read receipt or a complaint. */
  report: OpenedMailReport.optional(),
  /** What reports that came since say of this message, which was sent from here; absent where none does. */
  outcomes: z.array(ReportedOutcome).optional(),
  /** How its sending stands, for what lies in the outbox or was sent from here. */
  sending: MailSending.optional(),
})
export type MailMessage = z.infer<typeof MailMessage>

/** Answer of `POST` and `DELETE /api/mail/messages/{id}/share`. */
export const MailSharing = z.object({ isShared: z.boolean() })
export type MailSharing = z.infer<typeof MailSharing>

/** What of a message can be changed; `restore` puts a deleted one back where it was deleted from. */
export const mailPatchFields = {
  isRead: z.boolean().optional(),
  folder: MailFolderId.optional(),
  flag: z.boolean().optional(),
  restore: z.literal(true).optional(),
}

/** Body of `PATCH /api/mail/messages/{id}`: read or not, flagged or not, or in which folder it lies. */
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

/** Messages of a page where the call names no size. */
export const mailPageSize = 50
