import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  board: 'Tablero',
  loading: 'Cargando el tablero',
  failed: 'No se pudo cargar el tablero',
  old: 'No se pudo actualizar. Se muestra el último tablero cargado.',
  tryAgain: 'Intentar de nuevo',
  none: 'Ninguno',
  more: 'Mostrar {{count, number}} más',
  moreIn: 'Mostrar más: {{status}}',
  moreFailed: 'No se pudieron cargar estas tarjetas.',
  today: 'Desde hoy',
  days_one: '{{count, number}} día',
  days_other: '{{count, number}} días',
  due: 'Vence el {{day}}',
  wasDue: 'Venció el {{day}}',
  expires: 'Caduca el {{day}}',
  move: 'Mover {{title}}',
  moveShort: 'Mover',
  moveTo: 'Mover a',
  notNow: 'Ahora no',
  stepsFailed: 'No se pudieron cargar los pasos siguientes: {{why}}',
  noSteps: 'No hay más pasos.',
  stays: '{{title}} queda en {{status}}',
  noWay: 'Ningún paso lleva de {{from}} a {{to}}.',
  moved: '{{title}}: {{status}}',
}
