import { lazyComponent } from '@portal/shared-ui'

/** Open work by person and week. */
export const WorkloadPage = lazyComponent(() => import('./WorkloadPage.tsx'))
