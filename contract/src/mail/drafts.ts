import { z } from 'zod'
import { MailAddress, MailAttachment } from '../mail.ts'

/** Recipients of one message, To, Cc and Bcc together. */
export const mostRecipients = 100
/** The attachments of one message together. */
export const largestAttachmentsBytes = 25 * 1024 * 1024
/** For so long what was sent can be taken back. Source: issue 5 of 7. */
export const undoSendMs = 10_000

const controls = /\p{Cc}/u

/** Text of one header: nothing in it may end the line. Source: checklist item 85. */
const headerText = (longest: number) =>
  z
    .string()
    .max(longest, `is longer than ${longest} characters`)
    .refine((text) => !controls.test(text), 'has a line break or another control character')
    .transform((text) => text.toWellFormed().normalize('NFC').trim())

/** A recipient as typed; whether mail can be sent to it is judged when it is sent. */
const Recipient = z.strictObject({
  name: headerText(200).default(''),
  address: headerText(254).pipe(z.string().min(1, 'is empty')),
})
const Recipients = z.array(Recipient).max(mostRecipients, `names more than ${mostRecipients} recipients`)

const Html = z
  .string()
  .max(900_000, 'is longer than 900000 characters')
  .refine((text) => !text.includes('\u0000'), 'has a character that cannot be kept')
  .transform((text) => text.toWellFormed())

const fields = {
  /**
   * The identity it is sent as: the writer's own address or one of the office. Absent = the mailbox of the
   * call.
   */
  from: headerText(254).optional(),
  to: Recipients.optional(),
  cc: Recipients.optional(),
  bcc: Recipients.optional(),
  subject: headerText(2_000).optional(),
  /** May show attached pictures by `cid:`. */
  html: Html.optional(),
}

/**
 * Body of `POST /api/mail/drafts`: whatever is written already. With an `Idempotency-Key`, one a composer, a
 * call whose answer was lost may be
 * repeated: it answers the same draft as it is now.
 */
export const NewMailDraft = z.strictObject(fields)
export type NewMailDraft = z.infer<typeof NewMailDraft>

/**
 * Body of `PATCH /api/mail/drafts/{id}`: what changed, and the version it was changed from; another one is
 * 409 with the draft as it is.
 */
export const MailDraftPatch = z.strictObject({ ...fields, version: z.int().min(1) })
export type MailDraftPatch = z.infer<typeof MailDraftPatch>

/** An attachment of a draft; `contentId` is what the body shows it by, null for what is only attached. */
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
 * Body of `POST /api/mail/drafts/{id}/attachments` for a file the portal has; bytes come as
 * multipart/form-data, part `file`.
 */
export const AttachFile = z.strictObject({ filePid: z.string().min(1).max(64) })
export type AttachFile = z.infer<typeof AttachFile>

/** Body of `POST /api/mail/drafts/{id}/send`, which may be absent: the version the writer saw. */
export const SendDraft = z.strictObject({ version: z.int().min(1).optional() })
