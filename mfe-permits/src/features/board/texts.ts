import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the permit boards. */
export const t = registerTexts('permit-board', {
  board: 'Board',
  loading: 'Loading the board',
  failed: 'The board could not be loaded',
  old: 'Couldn’t refresh. Showing the last loaded board.',
  tryAgain: 'Try again',
  none: 'None',
  more: 'Show {{count, number}} more',
  moreIn: 'Show more: {{status}}',
  moreFailed: 'These cards could not be loaded.',
  today: 'Today',
  days_one: '{{count, number}} day',
  days_other: '{{count, number}} days',
  due: 'Due {{day}}',
  wasDue: 'Overdue ({{day}})',
  expires: 'Expires {{day}}',
  move: 'Move {{title}}',
  moveShort: 'Move',
  moveTo: 'Move to',
  notNow: 'Not available',
  stepsFailed: 'The next steps could not be loaded: {{why}}',
  noSteps: 'No further steps.',
  stays: '{{title}} was not moved from {{status}}',
  noWay: '{{from}} → {{to}} is not allowed.',
  moved: '{{title}}: {{status}}',
})
