import type { TextsOf } from '../../../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  drag: 'Arrastre para reordenar',
  moveUp: 'Subir {{label}}',
  moveDown: 'Bajar {{label}}',
  remove: 'Quitar {{label}}',
  noField: 'Sin resultados.',
}
