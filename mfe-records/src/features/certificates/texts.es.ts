import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  certificates: 'Licencias y seguros',
  noDate: 'Sin fecha',
  ask: 'Pedir al cliente',
  askFor: 'Pedir al cliente: {{what}}',
  asked: 'Tarea de cliente creada',
  notAsked: 'No se pudo crear la tarea de cliente',
  task: 'Tarea de cliente:',
  loading: 'Cargando tareas de cliente',
  failed: 'No se pudieron cargar las tareas de cliente',
  dependsHint:
    'Lo que depende de estas fechas. Las agencias pueden cerrar permisos emitidos cuando vence una licencia o un seguro.',
  issued: 'Permisos emitidos por agencia',
  noneIssued: 'No hay permisos emitidos.',
  packages: 'Paquetes sin presentar por estado',
  nonePackages: 'No hay paquetes.',
  underReview: 'Permisos en revisión por agencia',
  noneUnderReview: 'No hay permisos en revisión.',
}
