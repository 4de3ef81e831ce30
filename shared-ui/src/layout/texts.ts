import { registerTexts } from '../i18n/texts.ts'

export const t = registerTexts('layout', { cancel: 'Cancel', reason: 'Reason', reasonMissing: 'Give the reason.' })
