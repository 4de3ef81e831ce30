import type { TextKey } from '@portal/contract'
import { t } from './texts.ts'

type Key = TextKey<typeof t.texts>

/** A key or a key sequence, and what it does. */
export interface KeyHelp {
  keys: string
  does: string
}

interface KeySection {
  title: Key
  /** `keys` is what is printed on the keys; `named` is used for keys that are named by a word. */
  keys: readonly ({ does: Key } & ({ keys: string } | { named: Key }))[]
  /** Prefixes of the paths the section applies to; absent if it applies to most pages. */
  at?: readonly string[]
}

/** All keys of the portal, listed in the sheet that `?` opens. Source: look.md 9. */
const keySections: readonly KeySection[] = [
  {
    title: 'everywhere',
    keys: [
      { keys: 'Ctrl K, ⌘ K', does: 'searchOrGoTo' },
      { keys: 'g m', does: 'goToMail' },
      { keys: 'g p', does: 'goToPermits' },
      { keys: 'g t', does: 'goToTasks' },
      { keys: 'g u', does: 'goToUsers' },
      { keys: '?', does: 'showKeys' },
    ],
  },
  {
    title: 'palette',
    keys: [
      { keys: '↑ ↓', does: 'moveResults' },
      { keys: 'Enter', does: 'open' },
      { keys: 'Esc', does: 'close' },
    ],
  },
  {
    title: 'lists',
    keys: [
      { keys: '/', does: 'search' },
      { keys: 'f', does: 'filter' },
      { keys: 's', does: 'sort' },
      { keys: 'g', does: 'group' },
      { keys: 'h', does: 'hideColumns' },
      { keys: 'v', does: 'views' },
    ],
  },
  {
    title: 'table',
    keys: [
      { keys: '← ↑ → ↓', does: 'moveCells' },
      { keys: 'Home, End', does: 'rowEnds' },
      { keys: 'PgUp, PgDn', does: 'pageUpDown' },
      { keys: 'Enter', does: 'enterInTable' },
      { keys: 'e', does: 'editCell' },
      { keys: 's', does: 'statusOfRecord' },
      { named: 'space', does: 'selectRecord' },
      { named: 'shiftSpace', does: 'selectRange' },
      { keys: 'Shift Enter', does: 'addToSort' },
      { keys: 'Shift ← →', does: 'resizeColumn' },
    ],
  },
  {
    title: 'record',
    keys: [
      { keys: 'j, k', does: 'nextRecord' },
      { keys: 's', does: 'changeStatus' },
      { named: 'digits', does: 'tabs' },
      { keys: 'Enter', does: 'editField' },
      { keys: 'Esc', does: 'closeRecord' },
    ],
  },
  {
    title: 'files',
    at: ['/upload_documents', '/folders'],
    keys: [
      { keys: '↑ ↓', does: 'moveFiles' },
      { keys: 'Home, End', does: 'fileEnds' },
      { keys: 'Enter', does: 'openFile' },
      { named: 'space', does: 'select' },
      { keys: 'Ctrl A, ⌘ A', does: 'selectAll' },
      { keys: 'F2', does: 'rename' },
      { keys: 'Delete', does: 'delete' },
      { keys: '← →', does: 'otherFile' },
    ],
  },
  {
    title: 'mail',
    at: ['/mail'],
    keys: [
      { keys: 'j, k', does: 'nextMessage' },
      { keys: '↑ ↓', does: 'moveMessages' },
      { keys: 'u', does: 'backToList' },
      { keys: 'c', does: 'newMail' },
      { keys: 'r', does: 'reply' },
      { keys: 'a', does: 'replyAll' },
      { keys: 'f', does: 'forward' },
      { keys: 'l', does: 'link' },
      { keys: 'n', does: 'newTask' },
      { keys: 'x', does: 'selectMessage' },
      { keys: 'e', does: 'archive' },
      { keys: '#', does: 'delete' },
      { keys: 'Esc', does: 'clearOrClose' },
      { keys: '/', does: 'search' },
    ],
  },
  {
    title: 'newMessage',
    at: ['/mail'],
    keys: [
      { keys: 'Ctrl Enter, ⌘ Enter', does: 'send' },
      { keys: 'Ctrl B, Ctrl I, Ctrl U', does: 'boldItalicUnderline' },
      { keys: 'Ctrl Shift 7, Ctrl Shift 8', does: 'listStyles' },
      { keys: 'Ctrl Shift B', does: 'quote' },
      { keys: 'Ctrl Z, Ctrl Y', does: 'undoTyping' },
    ],
  },
  {
    title: 'calendar',
    at: ['/calendar'],
    keys: [
      { keys: '← ↑ → ↓', does: 'moveDays' },
      { keys: 'PgUp, PgDn', does: 'turnPages' },
      { keys: 't', does: 'goToToday' },
    ],
  },
]

/** All sections in the language of the screen; those of the current page come first. */
export function keySectionsAt(path: string): { title: string; keys: KeyHelp[] }[] {
  const isHere = ({ at }: KeySection) => at?.some((beginning) => path.startsWith(beginning)) ?? false
  const [everywhere, ...others] = keySections
  return [
    ...(everywhere === undefined ? [] : [everywhere]),
    ...others.filter(isHere),
    ...others.filter((section) => !isHere(section)),
  ].map(({ title, keys }) => ({
    title: t(title),
    keys: keys.map((key) => ({ keys: 'named' in key ? t(key.named) : key.keys, does: t(key.does) })),
  }))
}
