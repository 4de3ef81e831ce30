/** A key or a key sequence, and what it does. */
export interface KeyHelp {
  keys: string
  does: string
}

interface KeySection {
  title: string
  keys: readonly KeyHelp[]
  /** Prefixes of the paths the section applies to; absent if it applies to most pages. */
  at?: readonly string[]
}

/** All keys of the portal, listed in the sheet that `?` opens. Source: look.md 9. */
const keySections: readonly KeySection[] = [
  {
    title: 'Everywhere',
    keys: [
      { keys: 'Ctrl K, ⌘ K', does: 'Search or go to a page, a record or an action' },
      { keys: 'g m', does: 'Go to mail' },
      { keys: 'g p', does: 'Go to permits' },
      { keys: 'g t', does: 'Go to tasks' },
      { keys: 'g u', does: 'Go to users' },
      { keys: '?', does: 'Show this list' },
    ],
  },
  {
    title: 'Search or go to',
    keys: [
      { keys: '↑ ↓', does: 'Move through results' },
      { keys: 'Enter', does: 'Open' },
      { keys: 'Esc', does: 'Close' },
    ],
  },
  {
    title: 'List pages',
    keys: [
      { keys: '/', does: 'Search' },
      { keys: 'f', does: 'Filter' },
      { keys: 's', does: 'Sort (outside the rows)' },
      { keys: 'g', does: 'Group' },
      { keys: 'h', does: 'Hide columns' },
      { keys: 'v', does: 'Views' },
    ],
  },
  {
    title: 'Table',
    keys: [
      { keys: '← ↑ → ↓', does: 'Move from cell to cell' },
      { keys: 'Home, End', does: 'First and last cell of the row' },
      { keys: 'PgUp, PgDn', does: 'Page up and down' },
      { keys: 'Enter', does: 'Open record, expand or collapse group, sort by column' },
      { keys: 'e', does: 'Edit cell (Enter saves, Esc cancels)' },
      { keys: 's', does: 'Change status of the record' },
      { keys: 'Space', does: 'Select record' },
      { keys: 'Shift Space', does: 'Select range' },
      { keys: 'Shift Enter', does: 'On a header: add to sort' },
      { keys: 'Shift ← →', does: 'On a header: resize column' },
    ],
  },
  {
    title: 'Record',
    keys: [
      { keys: 'j, k', does: 'Next and previous record' },
      { keys: 's', does: 'Change status' },
      { keys: '1 to 9', does: 'Tabs' },
      { keys: 'Enter', does: 'Edit field, confirm edit' },
      { keys: 'Esc', does: 'Close editor, close record' },
    ],
  },
  {
    title: 'Files',
    at: ['/upload_documents', '/folders'],
    keys: [
      { keys: '↑ ↓', does: 'Move through files' },
      { keys: 'Home, End', does: 'First and last file' },
      { keys: 'Enter', does: 'Open folder, preview file' },
      { keys: 'Space', does: 'Select' },
      { keys: 'Ctrl A, ⌘ A', does: 'Select all or none' },
      { keys: 'F2', does: 'Rename' },
      { keys: 'Delete', does: 'Delete' },
      { keys: '← →', does: 'In preview: previous and next file' },
    ],
  },
  {
    title: 'Mail',
    at: ['/mail'],
    keys: [
      { keys: 'j, k', does: 'Next and previous message' },
      { keys: '↑ ↓', does: 'Move through the list (also Home, End, PgUp, PgDn)' },
      { keys: 'u', does: 'Back to the list' },
      { keys: 'c', does: 'New mail' },
      { keys: 'r', does: 'Reply' },
      { keys: 'a', does: 'Reply all' },
      { keys: 'f', does: 'Forward' },
      { keys: 'l', does: 'Link to a record (Enter selects the suggested record)' },
      { keys: 'n', does: 'New task from message' },
      { keys: 'x', does: 'Select message' },
      { keys: 'e', does: 'Archive' },
      { keys: '#', does: 'Delete' },
      { keys: 'Esc', does: 'Clear selection or close draft' },
      { keys: '/', does: 'Search' },
    ],
  },
  {
    title: 'New message',
    at: ['/mail'],
    keys: [
      { keys: 'Ctrl Enter, ⌘ Enter', does: 'Send' },
      { keys: 'Ctrl B, Ctrl I, Ctrl U', does: 'Bold, italic, underline' },
      { keys: 'Ctrl Shift 7, Ctrl Shift 8', does: 'Numbered and bulleted list' },
      { keys: 'Ctrl Shift B', does: 'Quote' },
      { keys: 'Ctrl Z, Ctrl Y', does: 'Undo and redo typing' },
    ],
  },
]

/** All sections; those of the current page come first. */
export function keySectionsAt(path: string): readonly KeySection[] {
  const isHere = ({ at }: KeySection) => at?.some((beginning) => path.startsWith(beginning)) ?? false
  const [everywhere, ...others] = keySections
  return [
    ...(everywhere === undefined ? [] : [everywhere]),
    ...others.filter(isHere),
    ...others.filter((section) => !isHere(section)),
  ]
}
