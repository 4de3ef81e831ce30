/** Loads the sheet that lists all keys. */
export const loadHelpSheet = () => import('./HelpSheet.tsx')
