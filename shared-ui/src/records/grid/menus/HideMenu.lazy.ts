/** Loads the code of the menu. */
export const loadHideMenu = () => import('./HideMenu.tsx')
