import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  failed: 'No se pudo cargar la carga de trabajo',
  loading: 'Cargando la carga de trabajo',
  caption: 'Trabajo abierto por persona y fecha límite',
  hint: 'Permisos por fecha objetivo, tareas por fecha límite, paquetes por fecha de presentación. Seleccione un número para abrir sus registros.',
  person: 'Persona',
  nobody: 'Sin asignar',
  overdue: 'Atrasado',
  week: 'Semana del {{day}}',
  later: 'Después',
  undated: 'Sin fecha',
  total: 'Total',
  cell: '{{name}}, {{column}}: {{count, number}}',
  lists: '{{name}}, {{column}}',
  countOf: '{{collection}}: {{count, number}}',
  awayUntil: 'Ausente hasta el {{until}}',
  awayFrom: 'Ausente del {{from}} al {{until}}',
  assign: 'Asignar por regla',
  assignTitle: 'Asignar el trabajo sin asignar',
}
