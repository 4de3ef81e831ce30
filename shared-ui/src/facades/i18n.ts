/** One i18next instance for the whole portal; each package registers its texts under its own namespace and gets a typed `t` back. */
export { registerTexts } from '../i18n/texts.ts'
export type { Texts, Translate } from '../i18n/texts.ts'
