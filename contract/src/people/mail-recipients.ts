import { z } from 'zod'
import { Pid } from '../ids.ts'
import { MailAddress } from '../mail.ts'

/** `GET /mail-recipients`: of a permit, or of an organization where the message is about no permit. */
export const MailRecipientsQuery = z.union([z.strictObject({ permit: Pid }), z.strictObject({ org: Pid })])

/**
 * Somebody a message about it may go to; `hint` says who they are. Those suggested are the client's first
 * persons to write to.
 */
export const SuggestedRecipient = MailAddress.extend({ hint: z.string(), isSuggested: z.boolean() })
export type SuggestedRecipient = z.infer<typeof SuggestedRecipient>

/**
 * `subject` begins with the permit's number, by which what is sent finds its permit; empty for an
 * organization.
 */
export const SuggestedRecipients = z.object({ subject: z.string(), recipients: z.array(SuggestedRecipient) })
export type SuggestedRecipients = z.infer<typeof SuggestedRecipients>
