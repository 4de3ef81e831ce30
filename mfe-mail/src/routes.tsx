import type { RouteObject } from '@portal/shared-ui/router'
import { MailboxPage } from './features/mailbox/MailboxPage.tsx'

/** One page for all addresses of mail, so that list and scroll stay while messages open and close beside them. */
export const routes: RouteObject[] = [{ path: '/mail/:segment?', element: <MailboxPage /> }]
