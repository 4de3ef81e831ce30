import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Declaration } from '@portal/contract'
import { HeadPanels } from '../drawer/HeadPanels.tsx'
import { useRecord } from '../drawer/use-record.ts'
import { titleOf } from '../declaration/record-title.ts'

export interface StepsPopoverProps {
  collection: Declaration
  pid: string
  anchor: HTMLElement
  onClose: () => void
}

/** The steps of a row's record, beside the row. */
export default function StepsPopover({ collection, pid, anchor, onClose }: StepsPopoverProps) {
  const titleId = useId()
  const { data: record } = useRecord(collection, pid)
  return (
    <Popover
      open
      anchorEl={anchor}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { maxWidth: 420, padding: 3 } } }}
    >
      <Stack spacing={2}>
        <Typography id={titleId} component="h2" variant="subtitle2">
          {record === undefined ? '' : titleOf(collection, record)}
        </Typography>
        {record !== undefined && (
          <HeadPanels declaration={collection} record={record} readOnly={false} takesFocus />
        )}
      </Stack>
    </Popover>
  )
}
