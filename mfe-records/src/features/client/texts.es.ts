import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  loading: 'Cargando el cliente',
  failed: 'No se pudo cargar el cliente',
  goneTitle: 'Este cliente no está aquí',
  goneText: 'Puede que la organización se haya eliminado o unido con otra.',
  closedTitle: 'Los clientes son para la oficina',
  closedText: 'Su rol no abre la página de un cliente.',
  openRecord: 'Abrir la organización',
  mail: 'Mensaje nuevo',
  call: 'Llamar al {{phone}}',
  manager: 'Responsable de la cuenta',
  permits: 'Permisos abiertos',
  decided: 'Permisos decididos',
  tasks: 'Tareas abiertas de la oficina',
  clientTasks: 'Tareas abiertas del cliente',
  files: 'Archivos más recientes de sus permisos',
  noFiles: 'Sus permisos aún no tienen archivos.',
  noneOf: 'No hay nada aquí.',
  listFailed: 'No se pudo cargar la lista',
  listLoading: 'Cargando la lista',
  showAll_one: 'Mostrar la lista: {{count, number}} registro',
  showAll_other: 'Mostrar la lista: los {{count, number}} registros',
  download: 'Descargar {{name}}',
  due: 'vence',
}
