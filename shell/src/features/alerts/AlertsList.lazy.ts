import { opened } from '../../frame/TopBarButton.tsx'

/** The viewer's alerts, newest first. */
export const alertsList = opened(() => import('./AlertsList.tsx'))
