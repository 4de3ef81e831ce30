import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Processing status`. */
export const t = registerTexts('permit-status', {
  status: 'Status',
  noStatus: 'No status',
  draft: 'Only your organization can see this draft. Submit the request to send it to the office.',
  turn: 'Waiting on',
  since: 'Since',
  hold: 'Hold reason',
  cycle: 'Submission cycle',
  verified: 'Last checked with agency',
  checked: 'Mark as checked today',
  checkedDone: 'Marked as checked',
  checkFailed: 'Could not be saved',
  documents: 'Required documents',
  documentsSettled: '{{percent}}% complete',
  documentsMissing_one: '{{percent}}% complete, {{count, number}} missing or rejected',
  documentsMissing_other: '{{percent}}% complete, {{count, number}} missing or rejected',
  fees: 'Fees',
  feesSettled: 'Paid',
  feesOpen: 'Unpaid',
  look: 'Go to {{tab}}',
  officeSteps: 'The office handles the next steps of this package. No action is required.',
  next: 'Next steps',
  none: 'No further steps.',
  notYet: 'Not available yet',
  stepsFailed: 'The next steps could not be loaded',
})
