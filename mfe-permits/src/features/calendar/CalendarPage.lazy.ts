import { lazyComponent } from '@portal/shared-ui/pages'

/** The dates of all records. */
export const CalendarPage = lazyComponent(() => import('./CalendarPage.tsx'))
