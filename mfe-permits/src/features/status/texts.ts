import { registerTexts } from '@portal/shared-ui/i18n'

/** The words of the tab `Processing status`. */
export const t = registerTexts('permit-status', {
  status: 'Status',
  noStatus: 'No status',
  turn: 'Whose turn',
  since: 'Since',
  hold: 'On hold because',
  cycle: 'Submission cycle',
  next: 'Next steps',
  none: 'No step leads on from here.',
  notYet: 'Not possible now',
  stepsFailed: 'The next steps could not be loaded',
  clocks: 'Time so far',
  clock_OURS: 'With the office',
  clock_CLIENT: 'With the client',
  clock_AUTHORITY: 'With the authority',
  running: 'running',
})
