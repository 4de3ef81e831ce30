import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  none: 'No se pide ningún documento',
  noneHint: 'Defina “Documento requerido” para pedir uno.',
  noneHintClient: 'Los archivos que quiera entregar con esta tarea se agregan en Archivos.',
  requested: 'Documento solicitado',
  package: 'Paquete',
  noPermit: 'La tarea no es de ningún permiso, así que ningún paquete lo espera.',
  noPackage: 'El permiso aún no tiene paquete: el documento se marca cuando se esté preparando.',
  notListed: 'El paquete del permiso no pide este documento.',
  stateLoading: 'Cargando el estado del documento',
  stateFailed: 'No se pudo cargar el estado del documento',
  uploaded: 'Archivos subidos',
  filesLoading: 'Cargando los archivos de la tarea',
  filesFailed: 'No se pudieron cargar los archivos de la tarea',
  nothing: 'Aún no hay archivos.',
  upload: 'Subir el documento',
  download: 'Descargar {{name}}',
  by: 'por {{person}}',
  staffOnly: 'solo lo ve el personal',
  dropHere: 'Suelte el documento aquí',
  handIn: 'Cuando esté completo, entréguelo:',
  handInLink: 'Estado del trámite',
}
