import { registerTexts } from '../i18n/texts.ts'

/** Texts about who else is at a record. */
export const t = registerTexts('presence', {
  here: '{{name}} is here',
  editing: '{{name}} is here, editing {{field}}',
  alsoEditing: '{{name}} is editing {{field}} too',
  more_one: '{{count, number}} more is here',
  more_other: '{{count, number}} more are here',
})
