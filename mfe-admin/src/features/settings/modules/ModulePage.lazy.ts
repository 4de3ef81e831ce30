import { lazyComponent } from '@portal/shared-ui'

/** The page of one module, which few people open. */
export const ModulePage = lazyComponent(() => import('./ModulePage.tsx'))
