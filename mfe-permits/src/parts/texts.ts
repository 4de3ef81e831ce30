import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts shared by several tabs. */
export const t = registerTexts('permit-parts', {
  clocks: 'Time in process',
  clock_OURS: 'With us',
  clock_CLIENT: 'With client',
  clock_AUTHORITY: 'With agency',
  running: 'in progress',
  runningWorking_one: 'in progress, {{count, number}} working hour of this wait',
  runningWorking_other: 'in progress, {{count, number}} working hours of this wait',
  mend: 'Go to {{tab}}',
  howToSubmit: 'How to submit',
  agency: 'Agency',
  addressUnknown: 'No address yet',
})
