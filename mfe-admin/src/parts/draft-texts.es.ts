import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './draft-texts.ts'

export const es: TextsOf<typeof t> = {
  inForce: 'Versión {{number}}, publicada por {{by}} el {{at}}.',
  somebody: 'usuario desconocido',
  draft: 'Borrador sin publicar de {{by}}, guardado el {{at}}: {{changes}}.',
  changes_one: '{{count, number}} cambio',
  changes_other: '{{count, number}} cambios',
  unsaved: '{{changes}}, sin guardar.',
  problems: 'Corrija esto antes de guardar:',
  discard: 'Descartar',
  saveDraft: 'Guardar borrador',
  acceptRemote: 'Usar los otros cambios',
  overwriteRemote: 'Conservar mis cambios',
}
