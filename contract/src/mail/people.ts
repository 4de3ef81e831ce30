import { z } from 'zod'
import { MailAddress } from '../mail.ts'

/**
 * An address that the viewer may read and send as. Their own address comes first, then the addresses of the
 * office (`settings.emailIds`), main address first.
 */
export const MailIdentity = MailAddress.extend({ isOwn: z.boolean() })
export type MailIdentity = z.infer<typeof MailIdentity>

/** Response of `GET /api/mail/identities`. */
export const MailIdentities = z.object({ identities: z.array(MailIdentity) })

/**
 * A suggested recipient. `hint` describes them: a colleague, their organization, or an earlier correspondent.
 */
export const MailRecipient = MailAddress.extend({ hint: z.string() })
export type MailRecipient = z.infer<typeof MailRecipient>

/**
 * Response of `GET /api/mail/recipients?searchToken=&limit=`: users of the portal, organizations, and
 * correspondents of this mailbox; best match first.
 */
export const MailRecipients = z.object({ recipients: z.array(MailRecipient) })
