import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the transitions at the head of a record. */
export const t = registerTexts('head-steps', {
  menu: 'Change status',
  menuOthers: 'Other steps',
  menuKey: 'Steps of this record (s)',
  failed: 'The steps did not load. Try again',
})
