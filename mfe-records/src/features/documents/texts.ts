import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Documents` of tasks. */
export const t = registerTexts('task-documents', {
  none: 'No document requested',
  noneHint: 'Set “Required document” to request one.',
  noneHintClient: 'Files you want to hand in with this task can be added under Files.',
  requested: 'Requested document',
  package: 'Package',
  noPermit: 'The task belongs to no permit, so no package waits for it.',
  noPackage:
    'The permit has no submission package yet: the document is checked off once it is being prepared.',
  notListed: 'The package of the permit does not ask for this document.',
  stateLoading: 'Loading document status',
  stateFailed: 'Document status could not be loaded',
  uploaded: 'Uploaded files',
  filesLoading: 'Loading the files of the task',
  filesFailed: 'The files of the task could not be loaded',
  nothing: 'No files yet.',
  upload: 'Upload the document',
  download: 'Download {{name}}',
  by: 'by {{person}}',
  staffOnly: 'only staff see it',
  dropHere: 'Drop the document here',
  handIn: 'When it is complete, hand it in:',
  handInLink: 'Processing status',
})
