import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the transitions at the head of a record. */
export const t = registerTexts('head-steps', {
  menu: 'Change status',
  menuOthers: 'More steps',
  menuKey: 'Change status (s)',
  failed: 'Steps could not be loaded. Try again',
})
