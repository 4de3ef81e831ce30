import Dialog from '@mui/material/Dialog'
import type { ComponentType } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'
import { lazyComponent } from './lazy-part.tsx'
import { t } from './texts.ts'

/**
 * A lazy part that is a dialog: where its code does not come, that stands in a dialog too, which can be
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
