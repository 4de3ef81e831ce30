import { opened } from '../../frame/TopBarButton.tsx'

/** System, light or dark. */
export const colourModeMenu = opened(() => import('./ColourModeMenu.tsx'))
