import { lazyComponent } from '../../../feedback/lazy-part.tsx'

/** Asks what to do when somebody else saved the record first. */
export const ConflictDialog = lazyComponent(() => import('./ConflictDialog.tsx'))
