import { lazyDialog } from '../../feedback/lazy-dialog.tsx'

/** The next steps of a record, beside its row. */
export const StepsPopover = lazyDialog(() => import('./StepsPopover.tsx'))
