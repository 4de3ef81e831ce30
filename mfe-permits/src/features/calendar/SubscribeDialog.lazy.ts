import { lazyComponent } from '@portal/shared-ui/pages'

/** The calendar feeds of the viewer. */
export const SubscribeDialog = lazyComponent(() => import('./SubscribeDialog.tsx'))
