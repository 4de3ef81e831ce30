import { lazyComponent } from '../../frame/lazy-component.tsx'

/** The user's notification settings. */
export const { Part: NotificationsPage } = lazyComponent(() => import('./NotificationsPage.tsx'))
