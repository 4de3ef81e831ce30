import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  tabFailed: 'No se pudo abrir la pestaña {{label}}',
  failed: 'No se pudo mostrar {{label}}.',
  failedHere: 'No se pudo mostrar esta parte.',
  cellFailed: 'No se pudo mostrar',
  actionFailed: '{{label}}: no funcionó',
  notDone: 'No funcionó',
  failedText: 'Se ha informado al equipo que lo mantiene.',
}
