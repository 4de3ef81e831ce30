import { lazyComponent } from '@portal/shared-ui/pages'

/** Everything that agencies propose. */
export const ProposalsPage = lazyComponent(() => import('./ProposalsPage.tsx'))
