import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  print: 'Imprimir',
  printList: 'Imprimir esta página de la tabla',
  printed: 'Impreso el {{at}}',
}
