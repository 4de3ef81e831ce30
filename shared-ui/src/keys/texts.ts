import { registerTexts } from '../i18n/texts.ts'

export const t = registerTexts('shared-keys', { keyboard: 'Keyboard shortcuts', close: 'Close' })
