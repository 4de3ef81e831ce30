import { lazyComponent } from '../../feedback/lazy-part.tsx'

/** The list of running and finished uploads. */
export const UploadPanel = lazyComponent(() => import('./UploadPanel.tsx'))
