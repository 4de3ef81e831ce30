/** Loads the code of the menu. */
export const loadSortMenu = () => import('./SortMenu.tsx')
