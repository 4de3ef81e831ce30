import { lazyComponent } from '@portal/shared-ui/pages'

/** A client and its contacts. */
export const ClientWithContacts = lazyComponent(() => import('./ClientWithContacts.tsx'))
