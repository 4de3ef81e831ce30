import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  open: 'Abrir',
  close: 'Cerrar',
  clear: 'Borrar',
  noOptions: 'Sin opciones',
  loading: 'Cargando…',
}
