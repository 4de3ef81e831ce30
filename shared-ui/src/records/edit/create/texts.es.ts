import type { TextsOf } from '../../../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  create: 'Crear',
  createFor: 'Crear desde {{title}}',
  rowMenu: 'Acciones de {{title}}',
  open: 'Abrir',
  changeStatus: 'Cambiar el estado',
  add: 'Agregar',
  new_task: 'Tarea nueva',
  new_clientTask: 'Tarea del cliente nueva',
  new_mail: 'Mensaje nuevo',
  new_fee: 'Cargo nuevo',
  new_note: 'Nota nueva',
  add_task: 'Agregar tarea',
  add_clientTask: 'Agregar tarea del cliente',
  add_mail: 'Agregar mensaje',
  add_fee: 'Agregar cargo',
  add_note: 'Agregar nota',
  recipients: 'Destinatarios',
  recipientsText: 'Elija los destinatarios. Puede agregar otros mientras escribe.',
  recipientsLoading: 'Cargando las personas',
  recipientsFailed: 'No se pudieron cargar las personas',
  noRecipients: 'Nadie aquí tiene dirección de correo. Escríbala en el mensaje.',
  write: 'Escribir mensaje',
}
