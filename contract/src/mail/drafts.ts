import { z } from 'zod'
import { MailAddress, MailAttachment } from '../mail.ts'

/** The ways to answer a message. */
export const replyKinds = ['reply', 'replyAll', 'forward'] as const
export type ReplyKind = (typeof replyKinds)[number]

/** Maximum number of recipients of a message: To, Cc and Bcc together. */
export const maxRecipients = 100
/** Maximum total size of a message's attachments. */
export const maxAttachmentsBytes = 25 * 1024 * 1024
/** How long sending can be undone. Source: issue 5 of 7. */
export const undoSendMs = 10_000

const controls = /\p{Cc}/u

/**
 * Text of one header; line breaks are refused, so that no header can be injected. Source: checklist item 85.
 */
const headerText = (longest: number) =>
  z
    .string()
    .max(longest, `is longer than ${longest} characters`)
    .refine((text) => !controls.test(text), 'has a line break or another control character')
    .transform((text) => text.toWellFormed().normalize('NFC').trim())

/** A recipient as typed; the address is validated when the message is sent. */
const Recipient = z.strictObject({
  name: headerText(200).default(''),
  address: headerText(254).pipe(z.string().min(1, 'is empty')),
})
const Recipients = z.array(Recipient).max(maxRecipients, `names more than ${maxRecipients} recipients`)

const Html = z
  .string()
  .max(900_000, 'is longer than 900000 characters')
  .refine((text) => !text.includes('\u0000'), 'has a character that can’t be saved')
  .transform((text) => text.toWellFormed())

const fields = {
  /** The sender identity: the writer's own address or one of the office. Default: the mailbox of the call. */
  from: headerText(254).optional(),
  to: Recipients.optional(),
  cc: Recipients.optional(),
  bcc: Recipients.optional(),
  subject: headerText(2_000).optional(),
  /** Can reference attached images by `cid:`. */
  html: Html.optional(),
}

/**
 * Body of `POST /api/mail/drafts`: the fields written so far. With an `Idempotency-Key` (one per composer), a
 * request whose response was lost can be retried; it returns the current state of the same draft.
 */
export const NewMailDraft = z.strictObject(fields)
export type NewMailDraft = z.infer<typeof NewMailDraft>

/**
 * Body of `PATCH /api/mail/drafts/{id}`: the changed fields and the version they are based on. Another
 * version answers 409 with the current draft.
 */
export const MailDraftPatch = z.strictObject({ ...fields, version: z.int().min(1) })
export type MailDraftPatch = z.infer<typeof MailDraftPatch>

/** An attachment of a draft. `contentId` references it from the body; null for a plain attachment. */
export const MailDraftAttachment = MailAttachment.extend({ contentId: z.string().nullable() })
export type MailDraftAttachment = z.infer<typeof MailDraftAttachment>

export const MailDraft = z.object({
  id: z.string(),
  version: z.number(),
  conversationId: z.string(),
  from: MailAddress,
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  bcc: z.array(MailAddress),
  subject: z.string(),
  html: z.string(),
  savedAt: z.string(),
  attachments: z.array(MailDraftAttachment),
})
export type MailDraft = z.infer<typeof MailDraft>

/**
 * Body of `POST /api/mail/drafts/{id}/attachments` for a file stored in the portal. A new file is uploaded as
 * multipart/form-data, part `file`.
 */
export const AttachFile = z.strictObject({ filePid: z.string().min(1).max(64) })
export type AttachFile = z.infer<typeof AttachFile>

/** Optional body of `POST /api/mail/drafts/{id}/send`: the version that the writer saw. */
export const SendDraft = z.strictObject({ version: z.int().min(1).optional() })
