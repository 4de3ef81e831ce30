import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts for recording an authority's comments. */
export const t = registerTexts('permit-comments', {
  comments: 'Agency comments',
  hint: 'Paste the agency’s list into the first field. Each numbered item or line becomes a separate comment.',
  comment: 'Comment {{number}}',
  text: 'Comment',
  textMissing: 'Enter the agency’s comment.',
  textTooLong: 'Shorten the comment to {{longest, number}} characters.',
  leftOut_one:
    '{{count, number}} pasted comment was not added. A cycle can have up to {{most, number}} comments.',
  leftOut_other:
    '{{count, number}} pasted comments were not added. A cycle can have up to {{most, number}} comments.',
  item: 'Sheet or item',
  discipline: 'Discipline',
  noDiscipline: 'None',
  documents: 'Documents to resubmit',
  dueDate: 'Due (optional)',
  forClient: 'Assign to client',
  add: 'Add comment',
  remove: 'Remove',
  removeComment: 'Remove comment {{number}}',
  count_one: '{{count, number}} comment',
  count_other: '{{count, number}} comments',
})
