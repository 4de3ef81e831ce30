/** Code of the sheet that lists every key. */
export const loadHelpSheet = () => import('./lazy/HelpSheet.tsx')
