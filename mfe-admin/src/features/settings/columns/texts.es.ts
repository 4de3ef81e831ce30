import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  remove: 'Quitar el campo {{column}}',
  removeTitle: '¿Quitar el campo {{column}}?',
  removeText:
    'El campo se quita para todos: de tablas, filtros, formularios, vistas, importación y exportación. Los valores se conservan y vuelven si restaura el campo.',
  unsaved: 'Guarde o descarte primero sus cambios.',
  counting: 'Comprobando dónde se usa',
  countFailed: 'No se pudo comprobar dónde se usa.',
  records_zero: 'Ningún registro tiene un valor en este campo.',
  records_one: '{{count, number}} registro tiene un valor en este campo.',
  records_other: '{{count, number}} registros tienen un valor en este campo.',
  views: 'Se usa en las vistas: {{views}}.',
  otherViews_one: 'Se usa en {{count, number}} vista privada de otra persona.',
  otherViews_other: 'Se usa en {{count, number}} vistas privadas de otras personas.',
  yes: 'Quitar campo',
  removed: 'Campo quitado',
  removeFailed: 'No se quitó el campo',
  removedFields: 'Campos quitados',
  removedBy: 'Quitado el {{day}} por {{person}}',
  removedOn: 'Quitado el {{day}}',
  restore: 'Restaurar',
  restoreOf: 'Restaurar {{column}}',
  restored: 'Campo restaurado',
  restoreFailed: 'No se restauró el campo',
  loading: 'Cargando los campos quitados',
  failed: 'No se pudieron cargar los campos quitados',
}
