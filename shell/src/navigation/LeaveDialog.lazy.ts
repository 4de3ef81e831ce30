import { lazyComponent } from '../frame/lazy-component.tsx'

/** Asks before unsaved changes are lost. */
export const { Part: LeaveDialog } = lazyComponent(() => import('./LeaveDialog.tsx'))
