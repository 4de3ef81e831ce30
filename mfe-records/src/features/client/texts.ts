import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the client page. */
export const t = registerTexts('client-page', {
  loading: 'Loading the client',
  failed: 'The client could not be loaded',
  goneTitle: 'This client is not here',
  goneText: 'The organization may have been deleted or merged with another.',
  closedTitle: 'Clients are for the office',
  closedText: 'Your role does not open the page of a client.',
  openRecord: 'Open the organization',
  mail: 'New mail',
  call: 'Call {{phone}}',
  manager: 'Account manager',
  permits: 'Open permits',
  decided: 'Decided permits',
  tasks: 'Open tasks of the office',
  clientTasks: 'Open tasks of the client',
  files: 'Newest files of its permits',
  noFiles: 'Its permits have no files yet.',
  noneOf: 'There is nothing here.',
  listFailed: 'The list could not be loaded',
  listLoading: 'Loading the list',
  showAll_one: 'Show the list: {{count, number}} record',
  showAll_other: 'Show the list: all {{count, number}} records',
  download: 'Download {{name}}',
  due: 'due',
})
