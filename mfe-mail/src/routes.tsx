import type { RouteObject } from '@portal/shared-ui/router'
import { MailPage } from './MailPage.tsx'

/**
 * One page for all addresses of mail, so that list and scroll stay while messages open and close beside them.
 */
export const routes: RouteObject[] = [{ path: '/mail/:segment?', element: <MailPage /> }]
