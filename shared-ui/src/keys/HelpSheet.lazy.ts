/** Loads the sheet that lists all keys. */
export const loadHelpSheet = () => import('./lazy/HelpSheet.tsx')
