import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  cancel: 'Cancelar',
  reason: 'Motivo',
  reasonMissing: 'Escriba un motivo.',
  done: 'Listo',
  copied: 'Copiado',
  notCopied: 'El navegador bloqueó la copia. Seleccione el texto y cópielo.',
}
