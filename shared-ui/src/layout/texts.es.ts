import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  cancel: 'Cancelar',
  reason: 'Motivo',
  reasonMissing: 'Escriba un motivo.',
  done: 'Listo',
  copied: 'Copiado',
  notCopied: 'El navegador no permitió copiar. Selecciónelo y cópielo.',
}
