import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  remove: 'Quitar el campo {{column}}',
  removeTitle: '¿Quitar el campo {{column}}?',
  removeText:
    'Desaparece de tablas, filtros, formularios, vistas, importación y exportación, para todos. Los valores quedan con los registros y vuelven cuando se restaura el campo.',
  unsaved: 'Guarde o descarte primero sus cambios.',
  counting: 'Contando qué lo usa',
  countFailed: 'No se pudo contar qué lo usa.',
  records_zero: 'Ningún registro tiene un valor en él.',
  records_one: '{{count, number}} registro tiene un valor en él.',
  records_other: '{{count, number}} registros tienen un valor en él.',
  views: 'Vistas que lo usan: {{views}}.',
  otherViews_one: '{{count, number}} vista privada de otra persona lo usa.',
  otherViews_other: '{{count, number}} vistas privadas de otras personas lo usan.',
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
