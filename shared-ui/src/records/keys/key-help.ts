/** A key or a sequence of them, and what it does. */
export interface KeyHelp {
  keys: string
  does: string
}

export interface KeySection {
  title: string
  keys: readonly KeyHelp[]
}

/** Every key of record pages; the sheet that `?` opens is drawn from this list. Source: look.md section 9. */
export const keySections: readonly KeySection[] = [
  {
    title: 'Page',
    keys: [
      { keys: '/', does: 'Search' },
      { keys: 'f', does: 'Filter' },
      { keys: 's', does: 'Sort' },
      { keys: 'g', does: 'Group' },
      { keys: 'h', does: 'Hide columns' },
      { keys: 'v', does: 'Views' },
      { keys: '?', does: 'This sheet' },
    ],
  },
  {
    title: 'Table',
    keys: [
      { keys: '← ↑ → ↓', does: 'Move from cell to cell' },
      { keys: 'Home, End', does: 'First and last cell of the row' },
      { keys: 'PgUp, PgDn', does: 'A screen up and down' },
      { keys: 'Enter', does: 'Open the record, open or close the group, sort by the header' },
      { keys: 'Shift Enter', does: 'On a header: sort by this column as well' },
      { keys: 'Space', does: 'Select the record' },
    ],
  },
  { title: 'Record', keys: [{ keys: 'Esc', does: 'Close' }] },
]
