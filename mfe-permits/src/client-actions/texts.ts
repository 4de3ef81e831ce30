import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the client's next actions. */
export const t = registerTexts('client-actions', {
  title: 'Action required',
  none: 'No action required. We will alert you when we need something.',
  failed: 'Your required actions could not be loaded',
  retry: 'Try again',
  pay: 'Pay {{amount}}',
  approve: 'Approve package',
  answer: 'Respond to agency comments',
  upload: 'Upload: {{document}}',
  by: '{{action}} by {{day}}',
  overdue: '{{action}}: overdue since {{day}}',
  showAll: 'Show all {{count}}',
  showFewer: 'Show fewer',
  byAdministrator: 'For an administrator of your organization: {{action}}',
  viewOnly: 'You have view-only access. For others in your organization: {{action}}',
})
