/**
 * The texts of the portal in the language of the screen. Each package registers its own under a namespace and
 * gets a typed `t`.
 */
export { addSpanishTexts, language, setLanguage, useLanguage } from '../i18n/language.ts'
export type { LoadSpanish, Spanish } from '../i18n/language.ts'
export { registerTexts } from '../i18n/texts.ts'
export type { Texts } from '@portal/contract'
export type { TextsOf, Translate } from '../i18n/texts.ts'
