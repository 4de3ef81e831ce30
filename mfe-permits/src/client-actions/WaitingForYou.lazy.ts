import { lazyComponent } from '@portal/shared-ui'

/** A client's next actions in all of their permits. */
export const WaitingForYou = lazyComponent(() => import('./WaitingForYou.tsx'))
