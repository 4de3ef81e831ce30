import { registerTexts } from '../i18n/texts.ts'

export const t = registerTexts('print', {
  print: 'Print',
  printList: 'The records of this page of the table, on paper',
  printed: 'Printed {{at}}',
})
