import { ErrorPanel } from './ErrorPanel.tsx'
import type { FailedDialogProps } from './FailedDialog.tsx'
import { lazyComponent } from './lazy-part.tsx'

/**
 * The error of a dialog whose code could not be loaded. Where the code of dialogs as such is missing, the error
 * stands in place.
 */
export const FailedDialog = lazyComponent<FailedDialogProps>(
  () => import(/* webpackChunkName: "opened" */ './FailedDialog.tsx'),
  {
    failed: (_error, _retry, props) => <ErrorPanel {...props} />,
    prefetch: true,
  },
)
