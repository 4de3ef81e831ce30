import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the client page. */
export const t = registerTexts('client-page', {
  loading: 'Loading client',
  failed: 'The client could not be loaded',
  goneTitle: 'Client not found',
  goneText: 'The client may have been deleted or merged.',
  closedTitle: 'You don’t have access',
  closedText: 'Only the office can see this page.',
  openRecord: 'Open organization',
  mail: 'New mail',
  call: 'Call {{phone}}',
  manager: 'Account manager',
  permits: 'Open permits',
  decided: 'Closed permits',
  tasks: 'Open office tasks',
  clientTasks: 'Open client tasks',
  files: 'Latest permit files',
  noFiles: 'No permit files yet.',
  noneOf: 'None yet.',
  listFailed: 'The list could not be loaded',
  listLoading: 'Loading list',
  showAll_one: 'Show {{count, number}} record',
  showAll_other: 'Show all {{count, number}} records',
  download: 'Download {{name}}',
  due: 'due',
})
