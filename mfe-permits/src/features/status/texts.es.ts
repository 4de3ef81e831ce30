import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  status: 'Estado',
  noStatus: 'Sin estado',
  draft: 'Solo su organización puede ver este borrador. Presente la solicitud para enviarla a la oficina.',
  turn: 'En espera de',
  since: 'Desde',
  hold: 'Motivo de la pausa',
  cycle: 'Ciclo de presentación',
  verified: 'Última consulta a la agencia',
  checked: 'Marcar como consultado hoy',
  checkedDone: 'Marcado como consultado',
  checkFailed: 'No se pudo guardar',
  documents: 'Documentos requeridos',
  documentsSettled: '{{percent}}% completo',
  documentsMissing_one: '{{percent}}% completo, {{count, number}} falta o se rechazó',
  documentsMissing_other: '{{percent}}% completo, {{count, number}} faltan o se rechazaron',
  fees: 'Cargos',
  feesSettled: 'Pagados',
  feesOpen: 'Por pagar',
  look: 'Ir a {{tab}}',
  officeSteps:
    'La oficina se encarga de los pasos siguientes de este paquete. No se requiere ninguna acción.',
  next: 'Pasos siguientes',
  none: 'No hay más pasos.',
  notYet: 'Aún no disponible',
  stepsFailed: 'No se pudieron cargar los pasos siguientes',
}
