import { z } from 'zod'
import { Pid } from '../ids.ts'
import { MailAddress } from '../mail.ts'

/**
 * Query of `GET /mail-recipients`: for a permit, or for an organization when the message is not about a
 * permit.
 */
export const MailRecipientsQuery = z.union([z.strictObject({ permit: Pid }), z.strictObject({ org: Pid })])

/**
 * A possible recipient of a message about the permit or organization. `hint` describes them. `isSuggested`
 * marks the client's primary contacts.
 */
export const SuggestedRecipient = MailAddress.extend({ hint: z.string(), isSuggested: z.boolean() })
export type SuggestedRecipient = z.infer<typeof SuggestedRecipient>

/**
 * `subject` begins with the permit's number, so that the message is linked to it; empty for an organization.
 */
export const SuggestedRecipients = z.object({ subject: z.string(), recipients: z.array(SuggestedRecipient) })
export type SuggestedRecipients = z.infer<typeof SuggestedRecipients>
