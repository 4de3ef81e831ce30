import { registerTexts } from '@portal/shared-ui/i18n'

/** The words of the tab `Processing status`. */
export const t = registerTexts('permit-status', {
  status: 'Status',
  noStatus: 'No status',
  draft: 'Your organization alone sees this draft. The office receives it once it is sent.',
  turn: 'Whose turn',
  since: 'Since',
  hold: 'On hold because',
  cycle: 'Submission cycle',
  verified: 'Checked with the authority',
  checked: 'Checked now',
  checkedDone: 'The permit counts as checked now',
  checkFailed: 'It could not be written down',
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
  none: 'No step leads on from here.',
  notYet: 'Not possible now',
  stepsFailed: 'The next steps could not be loaded',
})
