import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  title: 'Se necesita algo de usted',
  none: 'Nada le espera. Le avisaremos cuando necesitemos algo.',
  failed: 'No se pudo cargar lo que le espera',
  retry: 'Intentar de nuevo',
  pay: 'Pagar {{amount}}',
  approve: 'Aprobar el paquete',
  answer: 'Responder los comentarios de la autoridad',
  upload: 'Subir: {{document}}',
  by: '{{action}}, hasta el {{day}}',
  overdue: '{{action}}: vencido desde el {{day}}',
  showAll: 'Mostrar los {{count}}',
  showFewer: 'Mostrar menos',
  byAdministrator: 'Esto lo hace un administrador de su organización: {{action}}',
  viewOnly: 'Usted solo puede ver. Esto lo hacen otras personas de su organización: {{action}}',
}
