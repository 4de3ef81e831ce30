import { registerTexts } from '../../i18n/texts.ts'

/** Texts about watching records and views. */
export const t = registerTexts('watching', {
  watch: 'Watch',
  watchHint: 'You are told when status, due date, assignee or notes change',
  watchedBy: 'Watched by {{names}}',
  andMore: '{{names}} and {{count, number}} more',
  watchView: 'Watch {{name}}',
  watchViewHint: 'You are told when a record enters this view',
  failed: 'That could not be changed',
})
