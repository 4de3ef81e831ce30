import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  keyboard: 'Atajos de teclado',
  close: 'Cerrar',
}
