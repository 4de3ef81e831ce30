import { lazyComponent } from '@portal/shared-ui/pages'

/** Open work by person and week. */
export const WorkloadPage = lazyComponent(() => import('./WorkloadPage.tsx'))
