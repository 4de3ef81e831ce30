import type { ComponentType } from 'react'
import { FailedDialog } from './FailedDialog.lazy.tsx'
import { lazyComponent } from './lazy-part.tsx'

/**
 * A lazy component that is a dialog. If its code cannot be loaded, the error is shown in a dialog that can be
 * closed.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return lazyComponent(load, {
    failed: (error, retry, { onClose }) => <FailedDialog error={error} onRetry={retry} onClose={onClose} />,
  })
}
