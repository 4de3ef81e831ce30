import { mailFolderIds } from '@portal/contract'
import type { MailFolderId } from '@portal/contract'

/**
 * The parts of a mail address. It contains everything the page shows, so that a copied address shows the
 * same.
 */
export interface MailAddressBar {
  folder: MailFolderId
  /** The open message; null when there is none. */
  id: string | null
  /** The search text; empty when there is none. */
  q: string
  /** The search is limited to the folder instead of all folders of the mailbox. */
  inFolder: boolean
  /** Address of a shared mailbox; null for the viewer's own. */
  mailbox: string | null
  /** The draft being edited, or a generated name for a new message; null when there is none. */
  draft: string | null
}

function toFolder(word: string | null | undefined): MailFolderId | undefined {
  return mailFolderIds.find((id) => id === word)
}

/** Reads `/mail`, `/mail/{folder word}` and `/mail/{id}`; folder words take precedence (contract.md 9). */
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

/** Whether the messages of all folders are listed: in a search that is not limited to one. */
export const isEverywhere = ({ q, inFolder }: Pick<MailAddressBar, 'q' | 'inFolder'>) => q !== '' && !inFolder

function query(values: Record<string, string | null>): string {
  const given = Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** The path for the parts in `address`. */
export function mailPath({ folder, id, q, inFolder, mailbox, draft }: MailAddressBar): string {
  const place = { q: q === '' ? null : q, in: q !== '' && inFolder ? 'folder' : null, mailbox, draft }
  if (id !== null)
    return `/mail/${encodeURIComponent(id)}${query({ folder: folder === 'inbox' ? null : folder, ...place })}`
  return `/mail${folder === 'inbox' ? '' : `/${folder}`}${query(place)}`
}

const newPrefix = 'new-'

/** The name in the address of a message that is not a draft yet. */
export const newDraftName = (key: string) => `${newPrefix}${key}`
export const isNewDraft = (draft: string) => draft.startsWith(newPrefix)
