import { z } from 'zod'

/** The eight folders, named as Microsoft Graph names them. Source: spec.txt section 2, contract.md section 6. */
export const mailFolderIds = ['inbox', 'archive', 'conversationhistory', 'deleteditems', 'drafts', 'junkemail', 'outbox', 'sentitems'] as const
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

export const MailFolder = z.object({ id: MailFolderId, name: z.string(), unreadCount: z.number(), totalCount: z.number() })
export type MailFolder = z.infer<typeof MailFolder>
export const MailFolders = z.object({ folders: z.array(MailFolder) })

export const MailAddress = z.object({ name: z.string(), address: z.string() })
export type MailAddress = z.infer<typeof MailAddress>

export const MailMessageSummary = z.object({
  id: z.string(),
  conversationId: z.string(),
  subject: z.string(),
  from: MailAddress,
  to: z.array(MailAddress),
  preview: z.string(),
  receivedAt: z.string(),
  isRead: z.boolean(),
  hasAttachments: z.boolean(),
  flag: z.boolean(),
})
export type MailMessageSummary = z.infer<typeof MailMessageSummary>
export const MailMessages = z.object({ messages: z.array(MailMessageSummary), metadata: z.object({ count: z.number() }) })

export const MailAttachment = z.object({ id: z.string(), name: z.string(), size: z.number(), mimeType: z.string() })
export type MailAttachment = z.infer<typeof MailAttachment>

export const MailMessage = MailMessageSummary.extend({
  folder: MailFolderId,
  cc: z.array(MailAddress),
  bcc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  attachments: z.array(MailAttachment),
  bodyUrl: z.string(),
  /** Pictures of the body that would have to come from elsewhere and are therefore not shown. */
  blockedPictures: z.number(),
})
export type MailMessage = z.infer<typeof MailMessage>

/** Body of `PATCH /api/mail/messages/{id}`: read or not, flagged or not, or in which folder it lies. */
export const MailPatch = z
  .strictObject({ isRead: z.boolean().optional(), folder: MailFolderId.optional(), flag: z.boolean().optional() })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'names nothing to change: isRead, folder or flag')
export type MailPatch = z.infer<typeof MailPatch>

/** Messages of a page where the call names no size. */
export const mailPageSize = 50
