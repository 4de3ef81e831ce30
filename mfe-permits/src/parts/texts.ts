import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts shared by several tabs. */
export const t = registerTexts('permit-parts', {
  clocks: 'Time in process',
  clock_OURS: 'With the office',
  clock_CLIENT: 'With the client',
  clock_AUTHORITY: 'With the authority',
  running: 'running',
  mend: 'Open {{tab}}',
})
