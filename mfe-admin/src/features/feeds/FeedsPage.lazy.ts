import { lazyComponent } from '@portal/shared-ui'

/** Feeds of agencies, with their form and its presets. */
export const FeedsPage = lazyComponent(() => import('./FeedsPage.tsx'))
