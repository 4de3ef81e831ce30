import { registerTexts } from '@portal/shared-ui/i18n'

/** The words of the tabs of organizations. */
export const t = registerTexts('organization-tabs', {
  loading: 'Loading the numbers',
  failed: 'The numbers could not be loaded',
  onWay: 'Permits on the way, by stage',
  noneOnWay: 'No permit of this organization is on its way.',
  decided: 'Decided permits, by status',
  noneDecided: 'No permit of this organization has been decided.',
  account: 'Account',
  balance: 'Balance',
  accountType: 'Account type',
  creditLimit: 'Credit limit',
  creditStatus: 'Credit status',
  fees: 'Fees, by status',
  noFees: 'This organization has been asked for no fee.',
  listOf: '{{what}}: {{count}}',
  none: 'Not said',
})
