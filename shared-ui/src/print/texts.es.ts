import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  print: 'Imprimir',
  printList: 'Los registros de esta página de la tabla, en papel',
  printed: 'Impreso el {{at}}',
}
