/** Loads the code of the menu. */
export const loadFilterMenu = () => import('./FilterMenu.tsx')
