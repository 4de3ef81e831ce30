import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the workload. */
export const t = registerTexts('permit-workload', {
  failed: 'The workload could not be loaded',
  loading: 'Loading the workload',
  caption: 'Open work by person and due date',
  hint: 'Permits by target date, tasks by due date, packages by submittal date. Select a number to open its records.',
  person: 'Person',
  nobody: 'Not assigned',
  overdue: 'Overdue',
  week: 'Week of {{day}}',
  later: 'Later',
  undated: 'No date',
  total: 'Total',
  cell: '{{name}}, {{column}}: {{count, number}}',
  lists: '{{name}}, {{column}}',
  countOf: '{{collection}}: {{count, number}}',
  awayUntil: 'Away until {{until}}',
  awayFrom: 'Away from {{from}} until {{until}}',
  assign: 'Assign by rule',
  assignTitle: 'Assign unassigned work',
})
