import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Pipeline`. */
export const t = registerTexts('permit-pipeline', {
  loading: 'Loading progress',
  failed: 'Progress could not be loaded',
  stages: 'Stages',
  cycles: 'Submission cycles',
  cyclesFailed: 'The submission cycles could not be loaded',
  cycle: 'Cycle {{number, number}}',
  steps: 'Completed steps',
  next: 'Next',
  nextFailed: 'Next steps could not be loaded',
  turn: 'Waiting on',
  nextSteps: 'Next steps',
  toStatus: 'Go to Processing status',
  none: 'No further steps.',
  now: 'Current',
  done: 'Completed',
  ahead: 'Upcoming',
  notPassed: 'No record',
  between: '{{from}} to {{until}}',
  since: 'Since {{day}}',
  submitted: 'Submitted {{day}}',
  confirmation: 'Confirmation {{number}}',
  thisOne: 'this permit',
  readiness: '{{percent, number}}% ready',
})
