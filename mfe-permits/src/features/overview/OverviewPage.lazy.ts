import { lazyComponent } from '@portal/shared-ui'

/** The office's work for today. */
export const OverviewPage = lazyComponent(() => import('./OverviewPage.tsx'))
