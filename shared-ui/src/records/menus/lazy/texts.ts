import { registerTexts } from '../../../i18n/texts.ts'

/** Texts shared by the menus of a table. */
export const t = registerTexts('record menus', {
  drag: 'Drag to another place',
  moveUp: 'Move {{label}} up',
  moveDown: 'Move {{label}} down',
  remove: 'Remove {{label}}',
  noField: 'No matches.',
})
