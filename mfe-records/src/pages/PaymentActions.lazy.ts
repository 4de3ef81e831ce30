import { lazyComponent } from '@portal/shared-ui/pages'

/** Buttons above the payments: staff record one, clients download their statement. */
export const PaymentActions = lazyComponent(() => import('./PaymentActions.tsx'))
