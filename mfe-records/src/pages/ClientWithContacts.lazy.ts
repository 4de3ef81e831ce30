import { lazyComponent } from '@portal/shared-ui'

/** A client and its contacts. */
export const ClientWithContacts = lazyComponent(() => import('./ClientWithContacts.tsx'))
