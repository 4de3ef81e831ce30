import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Documents` of tasks. */
export const t = registerTexts('task-documents', {
  none: 'No document requested',
  noneHint: 'Set “Required document” to request one.',
  noneHintClient: 'To submit files with this task, add them under Files.',
  requested: 'Requested document',
  package: 'Package',
  noPermit: 'This task has no permit, so the document is not added to a package.',
  certificate: 'The new date applies to the organization when the office accepts this task.',
  noPackage: 'The permit has no submittal package yet. The document is checked off when preparation starts.',
  notListed: 'The permit’s package does not require this document.',
  stateLoading: 'Loading document status',
  stateFailed: 'Document status could not be loaded',
  uploaded: 'Uploaded files',
  filesLoading: 'Loading task files',
  filesFailed: 'Task files could not be loaded',
  nothing: 'No files yet.',
  upload: 'Upload file',
  download: 'Download {{name}}',
  by: 'by {{person}}',
  staffOnly: 'internal',
  dropHere: 'Drop the file here',
  handIn: 'When complete, submit the task:',
  handInLink: 'Processing status',
})
