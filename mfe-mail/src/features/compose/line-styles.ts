/** A line of the letter's head: what it is, and the input beside it without a frame of its own. */
export const lineStyle = {
  display: 'grid',
  gridTemplateColumns: '56px minmax(0, 1fr)',
  alignItems: 'center',
  minHeight: 36,
  borderBottom: 1,
  borderColor: 'divider',
  '& label': { color: 'text.secondary' },
} as const

/** An input whose line is its frame; the line tells the focus. */
export const plainInput = {
  '& .MuiOutlinedInput-notchedOutline': { border: 0 },
  '& .MuiOutlinedInput-root.MuiInputBase-root': { padding: '2px 0', minHeight: 32 },
} as const
