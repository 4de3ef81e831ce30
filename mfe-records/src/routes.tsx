import { collections } from '@portal/contract/pages'
import { RecordPage } from '@portal/shared-ui/pages'
import type { RecordPageProps } from '@portal/shared-ui/pages'
import type { RouteObject } from '@portal/shared-ui/router'
import { ClientWithContacts } from './pages/ClientWithContacts.lazy.ts'
import { PaymentActions } from './pages/PaymentActions.lazy.ts'

/** The pages of this remote; labels and paths are those of `portal.json`. */
const pages: readonly RecordPageProps[] = [
  { collection: collections.notifications, label: 'Notifications', path: '/notifications' },
  { collection: collections.payments, label: 'Payments', path: '/payments', action: PaymentActions },
  { collection: collections.tasks, label: 'Tasks', path: '/tasks' },
  { collection: collections.ctasks, label: 'Client Tasks', path: '/ctasks' },
  { collection: collections.contacts, label: 'Contacts', path: '/contacts' },
  // /organizations has no {pid} route: the open record is in the query (contract.md 9).
  { collection: collections.orgs, label: 'Organizations', path: '/organizations', address: 'query' },
]

export const routes: RouteObject[] = [
  ...pages.map((page) => ({
    path: page.address === 'query' ? page.path : `${page.path}/:pid?`,
    element: <RecordPage key={page.path} {...page} />,
  })),
  { path: '/clients/:pid', element: <ClientWithContacts /> },
]
