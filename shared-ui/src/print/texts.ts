import { registerTexts } from '../i18n/texts.ts'

export const t = registerTexts('print', {
  print: 'Print',
  printList: 'Print this page of the table',
  printed: 'Printed {{at}}',
})
