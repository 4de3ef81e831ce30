import { z } from 'zod'
import { MailPatch, mailPatchFields } from '../mail.ts'

/** Messages one call may change; a page has as many at most. */
export const mostMailChanges = 1_000

const Id = z.string().min(1).max(250)

/** One message and what becomes of it. */
export const MailChange = z.strictObject({ id: Id, ...mailPatchFields })
export type MailChange = z.infer<typeof MailChange>

/**
 * Body of `PATCH /api/mail/messages`: many messages at once. What the answer tells in `before` is, sent back
 * as `changes`, the way to undo it.
 */
export const MailChanges = z.strictObject({
  changes: z.array(MailChange).min(1, 'names no message').max(mostMailChanges),
})
export type MailChanges = z.infer<typeof MailChanges>

/** A message that could not be changed, with a sentence for people. */
export const MailChangeFailure = z.object({ id: z.string(), reason: z.string() })

/**
 * Answer of `PATCH /api/mail/messages`: what each message was before, so that a bulk action can be undone.
 */
export const MailChangesAnswer = z.object({
  updated: z.array(z.object({ id: z.string(), before: MailPatch })),
  failed: z.array(MailChangeFailure),
})
export type MailChangesAnswer = z.infer<typeof MailChangesAnswer>

/** Body of `DELETE /api/mail/messages`: to the deleted items, and those that lie there for good. */
export const DeleteMail = z.strictObject({ ids: z.array(Id).min(1, 'names no message').max(mostMailChanges) })
export type DeleteMail = z.infer<typeof DeleteMail>

/** Answer of `DELETE /api/mail/messages`: `moved` can be undone by `restore`, `deleted` are gone. */
export const DeleteMailAnswer = z.object({
  moved: z.array(z.string()),
  deleted: z.array(z.string()),
  failed: z.array(MailChangeFailure),
})
export type DeleteMailAnswer = z.infer<typeof DeleteMailAnswer>
