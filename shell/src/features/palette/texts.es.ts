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
  noteOn: 'Busque el registro al que agregar una nota',
  notePlaceholder: 'Número o nombre del registro',
  noteRecords: 'Agregar una nota a',
  noteHint: 'Escriba el número o el nombre de un registro. Retroceso vuelve atrás.',
  records: 'Registros',
  searching: 'Buscando registros',
  failed: 'No se pudieron buscar registros: {{reason}}',
  nothing: 'Nada tiene “{{token}}” en su número o nombre.',
  light: 'Usar el modo claro',
  dark: 'Usar el modo oscuro',
  system: 'Usar el modo de color del sistema',
  settings: 'Configuración',
  signOut: 'Cerrar sesión',
}
