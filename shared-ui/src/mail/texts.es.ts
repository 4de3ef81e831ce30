import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  notStarted: 'No se pudo iniciar el mensaje',
}
