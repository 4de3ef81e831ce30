import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  title: 'Se requiere su acción',
  none: 'No se requiere ninguna acción. Le avisaremos cuando necesitemos algo.',
  failed: 'No se pudieron cargar sus acciones pendientes',
  retry: 'Intentar de nuevo',
  pay: 'Pagar {{amount}}',
  approve: 'Aprobar el paquete',
  answer: 'Responder a los comentarios de la agencia',
  upload: 'Subir: {{document}}',
  by: '{{action}}, hasta el {{day}}',
  overdue: '{{action}}: atrasado desde el {{day}}',
  showAll: 'Mostrar los {{count}}',
  showFewer: 'Mostrar menos',
  byAdministrator: 'Para un administrador de su organización: {{action}}',
  viewOnly: 'Usted solo tiene acceso de lectura. Para otras personas de su organización: {{action}}',
}
