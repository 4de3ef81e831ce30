import { lazyComponent } from '../../frame/lazy-component.tsx'

/** Asks before code from the viewer's own machine runs with their permissions. */
export const { Part: OverrideDialog } = lazyComponent(() => import('./OverrideDialog.tsx'))
