import { z } from 'zod'

/**
 * Automatic reports about a message: delivery (RFC 3464), read receipt (RFC 8098), spam complaint of a
 * recipient (RFC 5965).
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

/** Outcome of a message for one recipient. `reason` explains it; empty when the report contains none. */
export const MailReportRecipient = z.object({
  address: z.string(),
  outcome: z.enum(mailReportOutcomes),
  reason: z.string(),
})
export type MailReportRecipient = z.infer<typeof MailReportRecipient>

/**
 * A parsed report. `subject` and `messageId` identify the message it is about; empty when the report does not
 * contain them.
 */
export const MailReport = z.object({
  kind: z.enum(mailReportKinds),
  subject: z.string(),
  messageId: z.string(),
  recipients: z.array(MailReportRecipient),
})
export type MailReport = z.infer<typeof MailReport>

/**
 * A report in an opened message. `about` is the id of the reported message in this mailbox; null when it is
 * not there.
 */
export const OpenedMailReport = MailReport.extend({ about: z.string().nullable() })
export type OpenedMailReport = z.infer<typeof OpenedMailReport>

/**
 * A reported outcome of a sent message. `id` is the message with the report if it is in this mailbox,
 * otherwise null.
 */
export const ReportedOutcome = MailReportRecipient.extend({
  id: z.string().nullable(),
  receivedAt: z.string(),
})
export type ReportedOutcome = z.infer<typeof ReportedOutcome>
