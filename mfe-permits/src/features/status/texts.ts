import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Processing status`. */
export const t = registerTexts('permit-status', {
  status: 'Status',
  noStatus: 'No status',
  draft: 'Your organization alone sees this draft. The office receives it once it is sent.',
  turn: 'Whose turn',
  since: 'Since',
  hold: 'Hold reason',
  cycle: 'Submission cycle',
  verified: 'Last checked with agency',
  checked: 'Mark as checked today',
  checkedDone: 'Marked as checked',
  checkFailed: 'Could not be saved',
  documents: 'Required documents',
  documentsSettled: '{{percent}} % settled',
  documentsMissing_one: '{{percent}} % settled, {{count, number}} is missing or rejected',
  documentsMissing_other: '{{percent}} % settled, {{count, number}} are missing or rejected',
  fees: 'Fees',
  feesSettled: 'Settled',
  feesOpen: 'Open',
  look: 'Open {{tab}}',
  officeSteps: 'The office takes the steps of this package. Nothing is asked of you here now.',
  next: 'Next steps',
  none: 'No further steps.',
  notYet: 'Not available yet',
  stepsFailed: 'The next steps could not be loaded',
})
