import Box from '@mui/material/Box'
import type { CSSProperties } from 'react'

/**
 * Text beside the name of a control, rendered by CSS so that it is not part of the accessible name. The
 * caller provides the text to screen readers as a description.
 */
export function CssText({ text, sx }: { text: string; sx?: CSSProperties }) {
  return (
    <Box component="span" data-drawn={text} sx={{ '&::after': { content: 'attr(data-drawn)' }, ...sx }} />
  )
}
