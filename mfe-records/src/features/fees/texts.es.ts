import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  noPermit: 'Sin permiso',
  noPermitHint: 'Los cargos son de permisos. Esta tarea no tiene permiso.',
  title: 'Cargos del permiso sin pagar',
  loading: 'Cargando los cargos',
  failed: 'No se pudieron cargar los cargos',
  none: 'Todos los cargos están pagados.',
  due: 'vence el {{day}}',
  total: 'Total {{amount}}',
}
