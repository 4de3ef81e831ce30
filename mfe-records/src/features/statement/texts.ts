import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the statement of an organization. */
export const t = registerTexts('statement', {
  open: 'Statement…',
  title: 'Statement of account',
  text: 'Opening balance, charges, payments and refunds of the period, and closing balance.',
  from: 'From',
  to: 'To',
  format: 'Format',
  pdf: 'PDF',
  csv: 'CSV',
  download: 'Download',
  wrongPeriod: 'Enter two days, the first one not after the second.',
})
