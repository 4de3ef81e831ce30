/** A line of the message header: its label, and an input without its own border. */
export const lineStyle = {
  display: 'grid',
  gridTemplateColumns: '56px minmax(0, 1fr)',
  alignItems: 'center',
  minHeight: 36,
  borderBottom: 1,
  borderColor: 'divider',
  '& label': { color: 'text.secondary' },
} as const

/** An input that uses its line's border; the line shows the focus. */
export const plainInput = {
  '& .MuiOutlinedInput-notchedOutline': { border: 0 },
  '& .MuiOutlinedInput-root.MuiInputBase-root': { padding: '2px 0', minHeight: 32 },
} as const
