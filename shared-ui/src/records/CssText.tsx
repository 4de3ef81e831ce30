import Box from '@mui/material/Box'
import type { CSSProperties } from 'react'

/**
 * Text beside the name of a control, drawn by the style sheet: the control is then named by exactly what it
 * says. Whoever uses it gives the text to readers as a description.
 */
export function CssText({ text, sx }: { text: string; sx?: CSSProperties }) {
  return (
    <Box component="span" data-drawn={text} sx={{ '&::after': { content: 'attr(data-drawn)' }, ...sx }} />
  )
}
