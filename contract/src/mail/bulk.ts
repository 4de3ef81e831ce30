import { z } from 'zod'
import { MailPatch, mailPatchFields } from '../mail.ts'

/** Maximum number of messages per bulk change, and of a page. */
export const maxMailChanges = 1_000

const Id = z.string().min(1).max(250)

/** One message and its changes. */
export const MailChange = z.strictObject({ id: Id, ...mailPatchFields })
export type MailChange = z.infer<typeof MailChange>

/**
 * Body of `PATCH /api/mail/messages`: changes to many messages. To undo them, send `before` of the response
 * as `changes`.
 */
export const MailChanges = z.strictObject({
  changes: z.array(MailChange).min(1, 'must name at least one message').max(maxMailChanges),
})
export type MailChanges = z.infer<typeof MailChanges>

/** A message that could not be changed, with a sentence for the user. */
export const MailChangeFailure = z.object({ id: z.string(), reason: z.string() })

/**
 * Response of `PATCH /api/mail/messages`: the previous state of each message, so that the change can be
 * undone.
 */
export const MailChangesResponse = z.object({
  updated: z.array(z.object({ id: z.string(), before: MailPatch })),
  failed: z.array(MailChangeFailure),
})
export type MailChangesResponse = z.infer<typeof MailChangesResponse>

/**
 * Body of `DELETE /api/mail/messages`: moves messages to the deleted items; messages already there are
 * deleted permanently.
 */
export const DeleteMail = z.strictObject({
  ids: z.array(Id).min(1, 'must name at least one message').max(maxMailChanges),
})
export type DeleteMail = z.infer<typeof DeleteMail>

/** Response of `DELETE /api/mail/messages`: `moved` can be undone with `restore`, `deleted` cannot. */
export const DeleteMailResponse = z.object({
  moved: z.array(z.string()),
  deleted: z.array(z.string()),
  failed: z.array(MailChangeFailure),
})
export type DeleteMailResponse = z.infer<typeof DeleteMailResponse>
