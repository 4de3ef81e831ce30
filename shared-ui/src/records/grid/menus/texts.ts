import { registerTexts } from '../../../i18n/texts.ts'

/** Words that several menus of a table share. */
export const t = registerTexts('record menus', {
  drag: 'Drag to reorder',
  moveUp: 'Move {{label}} up',
  moveDown: 'Move {{label}} down',
  remove: 'Remove {{label}}',
  noField: 'No matches.',
})
