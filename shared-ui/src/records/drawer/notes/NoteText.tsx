import Box from '@mui/material/Box'
import { noteParts } from '@portal/contract'
import type { Actor } from '@portal/contract'

/** A note as it is read: mentioned people stand out, the reader more than others. */
export function NoteText({ content, actor }: { content: string; actor: Actor }) {
  return (
    <Box sx={{ whiteSpace: 'pre-wrap', maxWidth: '72ch', fontSize: '0.875rem' }} dir="auto">
      {noteParts(content).map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          <Box
            // A note may mention a person twice, and its parts never move.
            key={index}
            component="span"
            data-mention={part.pid}
            sx={{
              fontWeight: 600,
              color: 'primary.main',
              ...(part.pid === actor.pid && {
                backgroundColor: 'action.selected',
                borderRadius: 0.5,
                paddingInline: 0.5,
              }),
            }}
          >
            {`@${part.title}`}
          </Box>
        ),
      )}
    </Box>
  )
}
