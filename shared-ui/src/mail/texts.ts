import { registerTexts } from '../i18n/texts.ts'

/** The words of beginning a message from elsewhere. */
export const t = registerTexts('new-mail', {
  notStarted: 'The message could not be started',
})
