import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tabs of organizations. */
export const t = registerTexts('organization-tabs', {
  loading: 'Loading summary',
  failed: 'Summary could not be loaded',
  onWay: 'Open permits by stage',
  noneOnWay: 'No open permits.',
  decided: 'Closed permits by status',
  noneDecided: 'No closed permits.',
  account: 'Account',
  balance: 'Balance',
  accountType: 'Account type',
  creditLimit: 'Credit limit',
  creditStatus: 'Credit status',
  fees: 'Fees by status',
  noFees: 'No fees billed.',
  listOf: '{{what}}: {{count}}',
  none: 'Not specified',
})
