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
  today: 'Hoy',
  days_one: '{{count, number}} día',
  days_other: '{{count, number}} días',
  due: 'Fecha límite: {{day}}',
  wasDue: 'Atrasado ({{day}})',
  expires: 'Vence el {{day}}',
  move: 'Mover {{title}}',
  moveShort: 'Mover',
  moveTo: 'Mover a',
  notNow: 'No disponible',
  stepsFailed: 'No se pudieron cargar los pasos siguientes: {{why}}',
  noSteps: 'No hay más pasos.',
  stays: '{{title}} no se movió de {{status}}',
  noWay: '{{from}} → {{to}} no está permitido.',
  moved: '{{title}}: {{status}}',
}
