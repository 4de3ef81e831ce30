import { registerTexts } from '../../i18n/texts.ts'

export const t = registerTexts('records-fields', {
  addField: 'Add field',
  title: 'Add a field to {{label}}',
  text: 'Everybody gets it at once: in the table, filters, forms, import and export. It cannot be taken away again.',
  label: 'Name',
  type: 'Type',
  options: 'Values, one a line',
  add: 'Add field',
  cancel: 'Cancel',
  added: 'Field added',
  failed: 'Failed to add field',
  noLetter: 'The name needs a letter from A to Z.',
  text_type: 'Text',
  number_type: 'Number',
  money_type: 'Amount of money',
  date_type: 'Date',
  datetime_type: 'Date and time',
  boolean_type: 'Yes or no',
  enum_type: 'One of some values',
})
