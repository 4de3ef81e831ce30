import { registerTexts } from '../../../i18n/texts.ts'

/** Texts for creating records from a record. */
export const t = registerTexts('create-from-record', {
  create: 'Create',
  createFor: 'Create from {{title}}',
  rowMenu: 'Actions for {{title}}',
  open: 'Open',
  changeStatus: 'Change status',
  add: 'Add',
  new_task: 'New task',
  new_clientTask: 'New client task',
  new_mail: 'New mail',
  new_fee: 'New fee',
  new_note: 'New note',
  add_task: 'Add task',
  add_clientTask: 'Add client task',
  add_mail: 'Add mail',
  add_fee: 'Add fee',
  add_note: 'Add note',
  recipients: 'Recipients',
  recipientsText: 'Choose the recipients. You can add others while you write.',
  recipientsLoading: 'Loading people',
  recipientsFailed: 'People could not be loaded',
  noRecipients: 'No one here has an email address. Enter one while you write.',
  write: 'Write message',
})
