import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  label: 'Ir a una página, un registro o una acción',
  placeholder: 'Número, nombre, página o acción',
  results: 'Resultados',
  pages: 'Páginas',
  actions: 'Acciones',
  create: 'Crear',
  newRecord: 'Crear: {{noun}}',
  newMail: 'Mensaje nuevo',
  newNote: 'Nota nueva',
  noteOn: 'Elija el registro para la nota',
  notePlaceholder: 'Número o nombre del registro',
  noteRecords: 'Agregar una nota a',
  noteHint: 'Escriba el número o el nombre de un registro. Pulse Retroceso para volver.',
  records: 'Registros',
  searching: 'Buscando registros',
  failed: 'Falló la búsqueda: {{reason}}',
  nothing: 'Sin resultados para “{{token}}”.',
  light: 'Usar el modo claro',
  dark: 'Usar el modo oscuro',
  system: 'Usar el modo de color del sistema',
  settings: 'Configuración',
  signOut: 'Cerrar sesión',
}
