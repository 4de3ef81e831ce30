import { registerTexts } from '@portal/shared-ui/i18n'

export const t = registerTexts('settings-storage', {
  storage: 'Storage used',
  loading: 'Loading storage usage',
  failed: 'Storage usage could not be loaded',
  office: 'Office files',
  clients: 'Client files',
  clientsSum_zero: 'None',
  clientsSum_one: '{{used}} of {{count, number}} client',
  clientsSum_other: '{{used}} of {{count, number}} clients',
  deleted: 'Deleted (can be restored for 30 days)',
  mail: 'Mail and attachments',
  disk: 'Free disk space on the server',
  free: '{{free}} of {{total}}',
  elsewhere: 'Files and database are on other servers',
  of: '{{used}} of {{limit}}',
  none: 'No client files yet.',
  largest: 'Clients with most storage used',
  client: 'Client',
  largestOf: 'Client: top {{shown, number}} of {{count, number}} by storage used',
  used: 'Used of limit',
})
