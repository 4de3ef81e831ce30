import { mailFolderIds } from '@portal/contract'
import type { MailFolderId } from '@portal/contract'

/** What an address of mail says. Everything the page shows is in it, so that a copied address shows the same. */
export interface MailAddressBar {
  folder: MailFolderId
  /** The open message; null = none. */
  id: string | null
  /** What is searched for; empty = nothing. */
  q: string
  /** Address of a shared mailbox; null = the viewer's own. */
  mailbox: string | null
  /** The draft that is being written, or a word of one's own for a new message; null = none. */
  draft: string | null
}

function toFolder(word: string | null | undefined): MailFolderId | undefined {
  return mailFolderIds.find((id) => id === word)
}

/** Reads `/mail`, `/mail/{folder word}` and `/mail/{id}`; the folder words win (contract.md section 9). */
export function readAddress(segment: string | undefined, search: URLSearchParams): MailAddressBar {
  const folder = toFolder(segment)
  return {
    folder: folder ?? toFolder(search.get('folder')) ?? 'inbox',
    id: segment === undefined || folder !== undefined ? null : segment,
    q: search.get('q') ?? '',
    mailbox: search.get('mailbox'),
    draft: search.get('draft'),
  }
}

function query(values: Record<string, string | null>): string {
  const given = Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** The address of what `address` describes. */
export function mailPath({ folder, id, q, mailbox, draft }: MailAddressBar): string {
  const place = { q: q === '' ? null : q, mailbox, draft }
  if (id !== null) return `/mail/${encodeURIComponent(id)}${query({ folder: folder === 'inbox' ? null : folder, ...place })}`
  return `/mail${folder === 'inbox' ? '' : `/${folder}`}${query(place)}`
}

const newPrefix = 'new-'

/** The word in the address for a message that is no draft yet. */
export const newDraftName = (key: string) => `${newPrefix}${key}`
export const isNewDraft = (draft: string) => draft.startsWith(newPrefix)
