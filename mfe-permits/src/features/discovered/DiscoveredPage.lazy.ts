import { lazyComponent } from '@portal/shared-ui/pages'

/** The permits that agencies have for clients and the portal does not. */
export const DiscoveredPage = lazyComponent(() => import('./DiscoveredPage.tsx'))
