import { registerTexts } from '../i18n/texts.ts'

/** Texts of inputs that Material UI brings in English. */
export const t = registerTexts('inputs', {
  open: 'Open',
  close: 'Close',
  clear: 'Clear',
  noOptions: 'No options',
  loading: 'Loading…',
})
