import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Pipeline`. */
export const t = registerTexts('permit-pipeline', {
  loading: 'Loading progress',
  failed: 'Progress could not be loaded',
  stages: 'Stages',
  cycles: 'Submission cycles',
  cyclesFailed: 'The submission cycles could not be loaded',
  cycle: 'Cycle {{number, number}}',
  steps: 'Steps so far',
  next: 'Next',
  nextFailed: 'What may follow could not be loaded',
  turn: 'Whose turn',
  nextSteps: 'What may follow',
  toStatus: 'Go to Processing status',
  none: 'No further steps.',
  now: 'Now',
  done: 'Passed',
  ahead: 'Ahead',
  notPassed: 'No record',
  between: '{{from}} to {{until}}',
  since: 'Since {{day}}',
  submitted: 'Submitted {{day}}',
  confirmation: 'Confirmation {{number}}',
  thisOne: 'this one',
  readiness: '{{percent, number}} % ready',
})
