import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  none: 'No se solicitó ningún documento',
  noneHint: 'Defina “Documento requerido” para solicitar uno.',
  noneHintClient: 'Para presentar archivos con esta tarea, agréguelos en Archivos.',
  requested: 'Documento solicitado',
  package: 'Paquete',
  noPermit: 'Esta tarea no tiene permiso, así que el documento no se agrega a un paquete.',
  certificate: 'La nueva fecha se aplica a la organización cuando la oficina acepta esta tarea.',
  noPackage:
    'El permiso aún no tiene paquete de presentación. El documento se marca cuando empieza la preparación.',
  notListed: 'El paquete del permiso no requiere este documento.',
  stateLoading: 'Cargando el estado del documento',
  stateFailed: 'No se pudo cargar el estado del documento',
  uploaded: 'Archivos subidos',
  filesLoading: 'Cargando los archivos de la tarea',
  filesFailed: 'No se pudieron cargar los archivos de la tarea',
  nothing: 'Aún no hay archivos.',
  upload: 'Subir archivo',
  download: 'Descargar {{name}}',
  by: 'por {{person}}',
  staffOnly: 'interno',
  dropHere: 'Suelte el archivo aquí',
  handIn: 'Cuando esté completo, presente la tarea:',
  handInLink: 'Estado del trámite',
}
