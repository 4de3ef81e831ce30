import type { RouteObject } from '@portal/shared-ui/router'
import { MailPage } from './MailPage.tsx'

/**
 * One page for all mail addresses, so that list and scroll position are kept while messages open and close.
 */
export const routes: RouteObject[] = [{ path: '/mail/:segment?', element: <MailPage /> }]
