/** Loads the code of the menu. */
export const loadGroupMenu = () => import('./GroupMenu.tsx')
