import { registerTexts } from '@portal/shared-ui/i18n'

export const t = registerTexts('settings-storage', {
  storage: 'Storage in use',
  loading: 'Loading what is stored',
  failed: 'What is stored could not be read',
  office: 'Files of the office',
  clients: 'Files of clients',
  clientsSum_zero: 'None',
  clientsSum_one: '{{used}} of {{count, number}} client',
  clientsSum_other: '{{used}} of {{count, number}} clients',
  deleted: 'Of these deleted, restorable for 30 days',
  mail: 'Mail and its attachments',
  disk: "Free on the server's disk",
  free: '{{free}} of {{total}}',
  elsewhere: 'Files and database lie on other machines',
  of: '{{used}} of {{limit}}',
  none: 'No client has uploaded a file.',
  largest: 'Clients that store most',
  client: 'Client',
  largestOf: 'Client: the {{shown, number}} that store most of {{count, number}}',
  used: 'Used of what each may store',
})
