import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Payment data` of tasks. */
export const t = registerTexts('task-fees', {
  noPermit: 'No permit',
  noPermitHint: 'Fees belong to permits. This task has no permit.',
  title: 'Unpaid permit fees',
  loading: 'Loading fees',
  failed: 'Fees could not be loaded',
  none: 'All fees are paid.',
  due: 'due {{day}}',
  total: 'Total {{amount}}',
})
