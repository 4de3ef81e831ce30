import { lazyComponent } from '@portal/shared-ui'

/** The dates of all records. */
export const CalendarPage = lazyComponent(() => import('./CalendarPage.tsx'))
