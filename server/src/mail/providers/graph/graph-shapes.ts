import type { MailAddress, MailFolderId, MailMessageSummary } from '@portal/contract'
import { z } from 'zod'

/** Folders stored at Microsoft; drafts and the outbox are kept by the portal (decision 0012). */
export const remoteFolders = [
  'inbox',
  'archive',
  'conversationhistory',
  'deleteditems',
  'junkemail',
  'sentitems',
] as const satisfies MailFolderId[]
export type RemoteFolder = (typeof remoteFolders)[number]

export const isRemoteFolder = (folder: MailFolderId): folder is RemoteFolder =>
  remoteFolders.some((remoteFolder) => remoteFolder === folder)

const Recipient = z.object({
  emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish(),
})
type Recipient = z.infer<typeof Recipient>

export const GraphFolder = z.object({
  id: z.string(),
  unreadItemCount: z.number(),
  totalItemCount: z.number(),
})

/** Fields of a row of the list. */
export const GraphSummary = z.object({
  id: z.string(),
  conversationId: z.string().nullish(),
  subject: z.string().nullish(),
  from: Recipient.nullish(),
  toRecipients: z.array(Recipient).default([]),
  bodyPreview: z.string().nullish(),
  receivedDateTime: z.string().nullish(),
  isRead: z.boolean().nullish(),
  isDraft: z.boolean().nullish(),
  hasAttachments: z.boolean().nullish(),
  flag: z.object({ flagStatus: z.string() }).nullish(),
  parentFolderId: z.string().nullish(),
  internetMessageId: z.string().nullish(),
})
export type GraphSummary = z.infer<typeof GraphSummary>

export const GraphHeaders = z.object({
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
})

export const GraphMessage = GraphSummary.extend({
  ccRecipients: z.array(Recipient).default([]),
  bccRecipients: z.array(Recipient).default([]),
  replyTo: z.array(Recipient).default([]),
  ...GraphHeaders.shape,
  body: z.object({ contentType: z.string(), content: z.string() }).nullish(),
})
export type GraphMessage = z.infer<typeof GraphMessage>

export const GraphAttachment = z.object({
  id: z.string(),
  name: z.string().nullish(),
  contentType: z.string().nullish(),
  size: z.number(),
  isInline: z.boolean().nullish(),
  contentId: z.string().nullish(),
})

export const summaryFields =
  'id,conversationId,subject,from,toRecipients,bodyPreview,receivedDateTime,isRead,isDraft,hasAttachments,flag,parentFolderId,internetMessageId'
export const messageFields = `${summaryFields},ccRecipients,bccRecipients,replyTo,internetMessageHeaders,body`

export function toAddress(recipient: Recipient | null | undefined): MailAddress {
  const { name, address } = recipient?.emailAddress ?? {}
  return { name: name ?? '', address: address ?? '' }
}

export function toRemoteSummary(message: GraphSummary, folder: MailFolderId): MailMessageSummary {
  return {
    id: message.id,
    conversationId: message.conversationId ?? message.id,
    folder,
    subject: message.subject ?? '',
    from: toAddress(message.from),
    to: message.toRecipients.map(toAddress),
    preview: (message.bodyPreview ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200),
    receivedAt: new Date(message.receivedDateTime ?? 0).toISOString(),
    isRead: message.isRead ?? false,
    hasAttachments: message.hasAttachments ?? false,
    flag: message.flag?.flagStatus === 'flagged',
  }
}
