import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  noPermit: 'La tarea no es de ningún permiso',
  noPermitHint: 'Los cargos son de permisos; esta tarea no tiene.',
  title: 'Cargos del permiso sin pagar',
  loading: 'Cargando los cargos',
  failed: 'No se pudieron cargar los cargos',
  none: 'Todos los cargos están pagados.',
  due: 'vence el {{day}}',
  total: 'En total {{amount}}',
}
