import { registerTexts } from '../../../i18n/texts.ts'

export const t = registerTexts('records-fields', {
  title: 'Add a field to {{label}}',
  text: 'The field is available to staff immediately: in the table, filters, forms, import and export. Administrators can remove it in Settings, Columns.',
  label: 'Name',
  type: 'Type',
  options: 'Options, one per line',
  add: 'Add field',
  cancel: 'Cancel',
  clients: 'Clients can see this field',
  clientsOff: 'Visible to staff only. An administrator can change this in Settings, Columns.',
  clientsOn: 'Clients see it on their own records, in the history and in exports. They can’t change it.',
  added: 'Field added',
  failed: 'Failed to add field',
  noLetter: 'Use at least one letter from A to Z in the name.',
  text_type: 'Text',
  number_type: 'Number',
  money_type: 'Currency',
  date_type: 'Date',
  datetime_type: 'Date and time',
  boolean_type: 'Checkbox',
  enum_type: 'Single select',
})
