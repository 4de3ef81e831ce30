import { lazyComponent } from '@portal/shared-ui'

/** Everything that agencies propose. */
export const ProposalsPage = lazyComponent(() => import('./ProposalsPage.tsx'))
