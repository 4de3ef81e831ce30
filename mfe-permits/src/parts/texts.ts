import { registerTexts } from '@portal/shared-ui/i18n'

/** The words that several tabs share. */
export const t = registerTexts('permit-parts', {
  clocks: 'Time so far',
  clock_OURS: 'With the office',
  clock_CLIENT: 'With the client',
  clock_AUTHORITY: 'With the authority',
  running: 'running',
  filesHint: 'The files of this permit; the tab Files takes new ones.',
  filesFailed: 'The files of the permit could not be loaded.',
  mend: 'Open {{tab}}',
  reason: 'Reason',
  reasonMissing: 'Give the reason.',
})
