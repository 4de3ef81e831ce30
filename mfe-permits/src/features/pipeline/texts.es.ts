import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  loading: 'Cargando el avance',
  failed: 'No se pudo cargar el avance',
  stages: 'Etapas',
  cycles: 'Ciclos de presentación',
  cyclesFailed: 'No se pudieron cargar los ciclos de presentación',
  cycle: 'Ciclo {{number, number}}',
  steps: 'Pasos completados',
  next: 'Siguiente',
  nextFailed: 'No se pudieron cargar los pasos siguientes',
  turn: 'En espera de',
  nextSteps: 'Pasos siguientes',
  toStatus: 'Ir a Estado del trámite',
  none: 'No hay más pasos.',
  now: 'Actual',
  done: 'Completada',
  ahead: 'Próxima',
  notPassed: 'Sin registro',
  between: '{{from}} a {{until}}',
  since: 'Desde el {{day}}',
  submitted: 'Presentado el {{day}}',
  confirmation: 'Confirmación {{number}}',
  thisOne: 'este permiso',
  readiness: '{{percent, number}}% listo',
}
