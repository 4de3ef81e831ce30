import { registerTexts } from '../i18n/texts.ts'

/** Texts around the parts of other remotes. */
export const t = registerTexts('slots', {
  tabFailed: 'The {{label}} tab could not be opened',
  failed: '{{label}} could not be shown.',
  failedHere: 'This part could not be shown.',
  cellFailed: 'Could not be shown',
  actionFailed: '{{label}}: this did not work',
  notDone: 'This did not work',
  failedText: 'The team that maintains it has been informed.',
})
