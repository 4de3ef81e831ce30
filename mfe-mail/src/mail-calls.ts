import type { QueryClient } from '@portal/shared-ui/query'

/** Address of a shared mailbox; null for the viewer's own. */
export type Mailbox = string | null

/** Cache key prefix of a mailbox; the stream's `mail` events invalidate it. */
export const mailKey = (mailbox: Mailbox) => ['mail', mailbox ?? 'own'] as const

/** The URL of a mail call on this mailbox. */
export function mailUrl(
  mailbox: Mailbox,
  path: string,
  params: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...params, ...(mailbox !== null && { mailbox }) }).toString()
  return `/api/mail/${path}${query === '' ? '' : `?${query}`}`
}

/** The URL of a message or, with `part`, of something that belongs to it. */
export function messageUrl(mailbox: Mailbox, id: string, part = ''): string {
  return mailUrl(mailbox, `messages/${encodeURIComponent(id)}${part === '' ? '' : `/${part}`}`)
}

/** The download URL of the original message. */
export const rawUrl = (mailbox: Mailbox, id: string) => messageUrl(mailbox, id, 'raw')

/** The URL of an attachment of a message or a draft. */
export const attachmentUrl = (mailbox: Mailbox, id: string, attachmentId: string) =>
  messageUrl(mailbox, id, `attachments/${encodeURIComponent(attachmentId)}`)

/** Invalidates lists and counts of the mailbox. */
export function invalidateMailbox(queryClient: QueryClient, mailbox: Mailbox): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: mailKey(mailbox) })
}
