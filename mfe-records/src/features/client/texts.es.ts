import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  loading: 'Cargando el cliente',
  failed: 'No se pudo cargar el cliente',
  goneTitle: 'No se encontró el cliente',
  goneText: 'Puede que el cliente se haya eliminado o unido con otro.',
  closedTitle: 'No tiene acceso',
  closedText: 'Solo la oficina puede ver esta página.',
  openRecord: 'Abrir la organización',
  mail: 'Mensaje nuevo',
  call: 'Llamar al {{phone}}',
  manager: 'Responsable de la cuenta',
  permits: 'Permisos abiertos',
  decided: 'Permisos cerrados',
  tasks: 'Tareas abiertas de la oficina',
  clientTasks: 'Tareas abiertas del cliente',
  files: 'Archivos más recientes de los permisos',
  noFiles: 'Aún no hay archivos de permisos.',
  noneOf: 'Aún no hay.',
  listFailed: 'No se pudo cargar la lista',
  listLoading: 'Cargando la lista',
  showAll_one: 'Mostrar {{count, number}} registro',
  showAll_other: 'Mostrar los {{count, number}} registros',
  download: 'Descargar {{name}}',
  due: 'vence',
}
