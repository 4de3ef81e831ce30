import { z } from 'zod'
import { MailAddress } from '../mail.ts'

/**
 * An address the viewer may read and send as: their own first, then those of the office
 * (`settings.emailIds`), the main one first.
 */
export const MailIdentity = MailAddress.extend({ isOwn: z.boolean() })
export type MailIdentity = z.infer<typeof MailIdentity>

/** Answer of `GET /api/mail/identities`. */
export const MailIdentities = z.object({ identities: z.array(MailIdentity) })

/**
 * Somebody mail can be sent to; `hint` says who they are: a colleague, their organization, or that they were
 * written to before.
 */
export const MailRecipient = MailAddress.extend({ hint: z.string() })
export type MailRecipient = z.infer<typeof MailRecipient>

/**
 * Answer of `GET /api/mail/recipients?searchToken=&limit=`: people of the portal, organizations, and whom
 * this mailbox has mail of; best match first.
 */
export const MailRecipients = z.object({ recipients: z.array(MailRecipient) })
