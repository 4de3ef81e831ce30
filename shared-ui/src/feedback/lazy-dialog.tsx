import Dialog from '@mui/material/Dialog'
import type { ComponentType } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'
import { lazyComponent } from './lazy-part.tsx'
import { t } from './texts.ts'

/**
 * A lazy component that is a dialog. If its code cannot be loaded, the error is shown in a dialog that can be
 * closed.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return lazyComponent(load, {
    failed: (error, retry, { onClose }) => (
      <Dialog
        open
        onClose={onClose}
        slotProps={{ paper: { 'aria-label': t('failedTitle'), 'aria-labelledby': undefined } }}
      >
        <ErrorPanel error={error} onRetry={retry} onClose={onClose} />
      </Dialog>
    ),
  })
}
