/** Loads the code of the menu. */
export const loadViewsMenu = () => import('./ViewsMenu.tsx')
