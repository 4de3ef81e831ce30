import type { QueryClient } from '@portal/shared-ui/query'

/** Whose mail: an address of the office; null = the viewer's own. */
export type Mailbox = string | null

/**
 * Everything that is cached of a mailbox stands below this key; the stream's `mail` events make it ask anew.
 */
export const mailKey = (mailbox: Mailbox) => ['mail', mailbox ?? 'own'] as const

/** The address of a mail call on this mailbox. */
export function mailUrl(
  mailbox: Mailbox,
  path: string,
  params: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...params, ...(mailbox !== null && { mailbox }) }).toString()
  return `/api/mail/${path}${query === '' ? '' : `?${query}`}`
}

/** The address of a message or, with `part`, of something that belongs to it. */
export function messageUrl(mailbox: Mailbox, id: string, part = ''): string {
  return mailUrl(mailbox, `messages/${encodeURIComponent(id)}${part === '' ? '' : `/${part}`}`)
}

/** Where the message can be downloaded as it came. */
export const rawUrl = (mailbox: Mailbox, id: string) => messageUrl(mailbox, id, 'raw')

/** An attachment's address, of a message or a draft. */
export const attachmentUrl = (mailbox: Mailbox, id: string, attachmentId: string) =>
  messageUrl(mailbox, id, `attachments/${encodeURIComponent(attachmentId)}`)

/** Lists and counts of the mailbox are asked for again. */
export function invalidateMailbox(queryClient: QueryClient, mailbox: Mailbox): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: mailKey(mailbox) })
}
