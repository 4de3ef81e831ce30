import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the client's next actions. */
export const t = registerTexts('client-actions', {
  title: 'Action required',
  none: 'Nothing is waiting for you. We will alert you when we need something.',
  failed: 'What is waiting for you did not load',
  retry: 'Try again',
  pay: 'Pay {{amount}}',
  approve: 'Approve the package',
  answer: 'Answer the comments of the authority',
  upload: 'Upload: {{document}}',
  by: '{{action}} by {{day}}',
  overdue: '{{action}}: overdue since {{day}}',
  showAll: 'Show all {{count}}',
  showFewer: 'Show fewer',
  byAdministrator: 'An administrator of your organization does this: {{action}}',
  viewOnly: 'You have view-only access. Others of your organization do this: {{action}}',
})
