import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  status: 'Estado',
  noStatus: 'Sin estado',
  draft: 'Solo su organización ve este borrador. La oficina lo recibe cuando se envía.',
  turn: 'A quién le toca',
  since: 'Desde',
  hold: 'Motivo de la espera',
  cycle: 'Ciclo de presentación',
  verified: 'Última consulta a la autoridad',
  checked: 'Marcar como consultado hoy',
  checkedDone: 'Marcado como consultado',
  checkFailed: 'No se pudo guardar',
  documents: 'Documentos requeridos',
  documentsSettled: '{{percent}} % resuelto',
  documentsMissing_one: '{{percent}} % resuelto, {{count, number}} falta o se rechazó',
  documentsMissing_other: '{{percent}} % resuelto, {{count, number}} faltan o se rechazaron',
  fees: 'Cargos',
  feesSettled: 'Pagados',
  feesOpen: 'Por pagar',
  look: 'Abrir {{tab}}',
  officeSteps: 'La oficina da los pasos de este paquete. Ahora no se le pide nada aquí.',
  next: 'Pasos siguientes',
  none: 'No hay más pasos.',
  notYet: 'Aún no disponible',
  stepsFailed: 'No se pudieron cargar los pasos siguientes',
}
