import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Payment data` of tasks. */
export const t = registerTexts('task-fees', {
  noPermit: 'The task belongs to no permit',
  noPermitHint: 'Fees belong to permits; this task has none.',
  title: 'Fees of the permit that are not paid',
  loading: 'Loading the fees',
  failed: 'The fees could not be loaded',
  none: 'All fees are paid.',
  due: 'due {{day}}',
  total: 'Together {{amount}}',
})
