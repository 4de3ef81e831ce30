import { z } from 'zod'

/**
 * What a machine reports of a message: whether it was delivered (RFC 3464), opened (RFC 8098), or called junk
 * by whoever got it (RFC 5965).
 */
export const mailReportKinds = ['delivery', 'receipt', 'complaint'] as const
export const mailReportOutcomes = [
  'failed',
  'delayed',
  'delivered',
  'relayed',
  'expanded',
  'displayed',
  'deleted',
  'junk',
  'unknown',
] as const
export type MailReportOutcome = (typeof mailReportOutcomes)[number]

/** What became of a message for one recipient; `reason` says why in words, empty where it is not told. */
export const MailReportRecipient = z.object({
  address: z.string(),
  outcome: z.enum(mailReportOutcomes),
  reason: z.string(),
})
export type MailReportRecipient = z.infer<typeof MailReportRecipient>

/**
 * A report as it was read. `subject` and `messageId` are those of the message it is about, empty where it
 * does not say.
 */
export const MailReport = z.object({
  kind: z.enum(mailReportKinds),
  subject: z.string(),
  messageId: z.string(),
  recipients: z.array(MailReportRecipient),
})
export type MailReport = z.infer<typeof MailReport>

/**
 * A report as it is opened: `about` is the id of the message of this mailbox it is about, null where it is
 * none.
 */
export const OpenedMailReport = MailReport.extend({ about: z.string().nullable() })
export type OpenedMailReport = z.infer<typeof OpenedMailReport>

/**
 * What was reported of a message that was sent from here; `id` is the report's message where it lies in this
 * mailbox, else null.
 */
export const ReportedOutcome = MailReportRecipient.extend({
  id: z.string().nullable(),
  receivedAt: z.string(),
})
export type ReportedOutcome = z.infer<typeof ReportedOutcome>
