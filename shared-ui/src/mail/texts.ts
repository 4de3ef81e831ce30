import { registerTexts } from '../i18n/texts.ts'

/** Texts for starting a message outside the mail page. */
export const t = registerTexts('new-mail', {
  notStarted: 'The message could not be started',
})
