import { opened } from '../../frame/TopBarButton.tsx'

/** Shows who is signed in, and the actions of the account. */
export const accountMenu = opened(() => import('./AccountMenu.tsx'))
