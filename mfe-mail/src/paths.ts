import { mailFolderIds } from '@portal/contract'
import type { MailFolderId } from '@portal/contract'

/**
 * What an address of mail says. Everything the page shows is in it, so that a copied address shows the same.
 */
export interface MailAddressBar {
  folder: MailFolderId
  /** The open message; null = none. */
  id: string | null
  /** What is searched for; empty = nothing. */
  q: string
  /** The search looks in the folder alone, not in every folder of the mailbox. */
  inFolder: boolean
  /** Address of a shared mailbox; null = the viewer's own. */
  mailbox: string | null
  /** The draft that is being written, or a word of one's own for a new message; null = none. */
  draft: string | null
}

function toFolder(word: string | null | undefined): MailFolderId | undefined {
  return mailFolderIds.find((id) => id === word)
}

/** Reads `/mail`, `/mail/{folder word}` and `/mail/{id}`; the folder words win (contract.md 9). */
export function readAddress(segment: string | undefined, search: URLSearchParams): MailAddressBar {
  const folder = toFolder(segment)
  return {
    folder: folder ?? toFolder(search.get('folder')) ?? 'inbox',
    id: segment === undefined || folder !== undefined ? null : segment,
    q: search.get('q') ?? '',
    inFolder: search.get('in') === 'folder',
    mailbox: search.get('mailbox'),
    draft: search.get('draft'),
  }
}

/**
 * Are the messages of every folder listed? That is so where they are searched, unless it was narrowed to one.
 */
export const isEverywhere = ({ q, inFolder }: Pick<MailAddressBar, 'q' | 'inFolder'>) => q !== '' && !inFolder

function query(values: Record<string, string | null>): string {
  const given = Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** The address of what `address` describes. */
export function mailPath({ folder, id, q, inFolder, mailbox, draft }: MailAddressBar): string {
  const place = { q: q === '' ? null : q, in: q !== '' && inFolder ? 'folder' : null, mailbox, draft }
  if (id !== null)
    return `/mail/${encodeURIComponent(id)}${query({ folder: folder === 'inbox' ? null : folder, ...place })}`
  return `/mail${folder === 'inbox' ? '' : `/${folder}`}${query(place)}`
}

const newPrefix = 'new-'

/** The word in the address for a message that is no draft yet. */
export const newDraftName = (key: string) => `${newPrefix}${key}`
export const isNewDraft = (draft: string) => draft.startsWith(newPrefix)
