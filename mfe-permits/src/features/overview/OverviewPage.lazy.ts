import { lazyComponent } from '@portal/shared-ui/pages'

/** The office's work for today. */
export const OverviewPage = lazyComponent(() => import('./OverviewPage.tsx'))
