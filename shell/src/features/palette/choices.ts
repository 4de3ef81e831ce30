import { findCollection, foldText, screenLabel } from '@portal/contract'
import type { Actor, CurrentUser, Declaration, MenuEntry, SearchHit } from '@portal/contract'
import { kindAndStatus, mayCreate, newNoteUrl, newRecordUrl, openableUrl } from '@portal/shared-ui'

/** One line of the palette. `hint` is shown in small text at its end. */
export interface Choice {
  id: string
  group: 'records' | 'pages' | 'create' | 'actions'
  label: string
  /** Number of a record, shown before its label. */
  number?: string

  hint: string
  icon: string | null
  act: () => void
}

/** Whether every typed word is the beginning of a word of the label. */
export function fits(label: string, typed: string): boolean {
  const words = foldText(label).split(/[^\p{L}\p{M}\p{N}]+/u)
  return foldText(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

export function pageChoices(menu: readonly MenuEntry[], go: (url: string) => void): Choice[] {
  return menu.map(({ label, path, icon }) => ({
    id: `page ${path}`,
    group: 'pages',
    label: screenLabel(label),
    hint: '',
    icon,
    act: () => go(path),
  }))
}

/** What users create from any page. Mail is included, although it is not a record. */
const creations = [
  'permits',
  'tasks',
  'ctasks',
  'mail',
  'note',
  'orgs',
  'contacts',
  'payments',
  'notifications',
  'rts',
  'users',
] as const

export interface CreateOptions {
  /** The current address. */
  here: URL
  /** Whether the viewer may open the page at this path. */
  isOpen: (path: string) => boolean
  labelOf: (noun: string) => string
  /** Null when the viewer may not create it. */
  mail: Omit<Choice, 'group'> | null
  note: Omit<Choice, 'group'> | null
  icon: string
  go: (url: string) => void
}

/** A choice for each kind of record the viewer may create on a page that is open to them. */
export function createChoices(
  actor: Actor,
  { here, isOpen, labelOf, mail, note, icon, go }: CreateOptions,
): Choice[] {
  return creations.flatMap((name): Choice[] => {
    if (name === 'mail' || name === 'note') {
      const other = { mail, note }[name]
      return other === null ? [] : [{ ...other, group: 'create' }]
    }
    const declaration = findCollection(name)
    const url = newRecordUrl(name, here)
    if (
      declaration === undefined ||
      url === null ||
      !mayCreate(declaration, actor) ||
      !isOpen(new URL(url, here).pathname)
    )
      return []
    return [
      {
        id: `create ${name}`,
        group: 'create',
        label: labelOf(declaration.noun),
        hint: '',
        icon,
        act: () => go(url),
      },
    ]
  })
}

/**
 * The found records that have a page the viewer may open. With `forNote`, only records that take a note;
 * choosing one starts the note.
 */
export function recordChoices(
  hits: readonly SearchHit[],
  actor: Actor,
  user: CurrentUser | null,
  declarationOf: (name: string) => Declaration | undefined,
  go: (url: string) => void,
  forNote = false,
): Choice[] {
  return hits.flatMap((hit): Choice[] => {
    const url = openableUrl(hit.collection, hit.pid, actor, user)
    if (url === null || (forNote && !takesNote(hit, url))) return []
    return [
      {
        id: `record ${hit.collection} ${hit.pid}`,
        group: 'records',
        label: hit.title,
        ...(hit.number !== null && { number: hit.number }),
        hint: kindAndStatus(hit, declarationOf),
        icon: null,
        act: () => go(forNote ? newNoteUrl(url) : url),
      },
    ]
  })
}

/** A client card, which represents an organization, has no notes. */
function takesNote({ collection }: SearchHit, url: string): boolean {
  return findCollection(collection)?.tabs.includes('Notes') === true && !url.startsWith('/clients/')
}
