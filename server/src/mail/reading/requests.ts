import {
  MailFolderId,
  storableText,
  maxPage,
  maxPageSize,
  maxSearchTokenLength,
  mailPageSize,
} from '@portal/contract'
import { isEmptySearch, parseMailSearch } from '@portal/contract/mail-search'
import { z } from 'zod'

const whole = (largest: number) =>
  z
    .string('is given more than once')
    .regex(/^\d{1,12}$/, 'is not a whole number of 1 or more')
    .transform(Number)
    .pipe(z.int().min(1, 'is below 1').max(largest, `is above ${largest}`))

const mailbox = z
  .string('is given more than once')
  .min(1, 'is empty')
  .max(254, 'is longer than an address')
  .optional()

/** Query of mail calls without other parameters. */
export const MailboxQuery = z.strictObject({ mailbox })

/** Query of the list. Without `folder` it lists the inbox, or searches every folder. */
export const ListQuery = z
  .strictObject({
    mailbox,
    folder: z.enum(MailFolderId.options, `is not one of ${MailFolderId.options.join(', ')}`).optional(),
    page: whole(maxPage).default(1),
    pageSize: whole(maxPageSize).default(mailPageSize),
    q: storableText(maxSearchTokenLength).default('').transform(parseMailSearch),
    group: z.enum(['conversation'], 'is not conversation').optional(),
  })
  .transform(({ q: search, group, ...query }) => ({
    ...query,
    search,
    folder: query.folder ?? (isEmptySearch(search) ? ('inbox' as const) : null),
    byConversation: group === 'conversation',
  }))

/** The conversation id, in the format of any provider. */
export const ConversationQuery = z.strictObject({
  mailbox,
  id: z.string('is given more than once').min(1, 'is empty').max(500, 'is too long'),
})

/** The body can be rendered for a color mode, and with remote pictures. */
export const BodyQuery = z.strictObject({
  mailbox,
  scheme: z.enum(['light', 'dark'], 'is neither light nor dark').default('light'),
  pictures: z.enum(['blocked', 'shown'], 'is neither blocked nor shown').default('blocked'),
})

/** A remote picture, by a URL the portal has signed. */
export const PictureQuery = z.strictObject({
  url: z.string('is given more than once').max(8_000),
  signature: z.string('is given more than once').max(100),
})

/** A search for recipients. */
export const RecipientsQuery = z.strictObject({
  mailbox,
  searchToken: storableText(maxSearchTokenLength).default(''),
  limit: whole(100).default(10),
})

/** The format of ids, including the longer ones of other providers; anything else is not found. */
const Id = z.string().regex(/^[\w=.-]{1,250}$/)

export const MessageParams = z.object({ id: Id })
export const AttachmentParams = z.object({ id: Id, aid: Id })
