import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts for recording an authority's comments. */
export const t = registerTexts('permit-comments', {
  comments: 'Comments of the agency',
  hint: 'Paste the list of the agency into the first field: each numbered item, or each line, becomes a comment of its own.',
  comment: 'Comment {{number}}',
  text: 'Comment',
  textMissing: 'Write what the agency asks for.',
  textTooLong: 'Shorten this to {{longest, number}} characters.',
  leftOut_one:
    '{{count, number}} comment of the pasted text is missing: a cycle takes at most {{most, number}}.',
  leftOut_other:
    '{{count, number}} comments of the pasted text are missing: a cycle takes at most {{most, number}}.',
  item: 'Sheet or item',
  discipline: 'Discipline',
  noDiscipline: 'None',
  documents: 'Documents needed again',
  dueDate: 'Due (optional)',
  forClient: 'Ask the client to answer',
  add: 'Add a comment',
  remove: 'Remove',
  removeComment: 'Remove comment {{number}}',
  count_one: '{{count, number}} comment',
  count_other: '{{count, number}} comments',
})
