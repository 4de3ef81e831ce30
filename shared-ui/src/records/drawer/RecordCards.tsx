import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { RecordSlot } from '@portal/contract'
import { SlotPanels } from '../../slots/SlotPanels.tsx'

/**
 * Cards of other remotes below the first tab of a record. Their code is loaded when they come near what is in
 * sight.
 */
export function RecordCards(about: RecordSlot) {
  return (
    <SlotPanels
      slot="record.card"
      about={about}
      input={about}
      minHeight={56}
      around={(content, label) => (
        <Box
          component="section"
          aria-label={label}
          sx={{
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            padding: 3,
            marginBlock: 3,
            minWidth: 0,
            overflowWrap: 'anywhere',
          }}
        >
          <Typography component="h3" variant="h3" sx={{ paddingBottom: 1 }}>
            {label}
          </Typography>
          {content}
        </Box>
      )}
    />
  )
}
