import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  menu: 'Cambiar el estado',
  menuOthers: 'Otros pasos',
  menuKey: 'Pasos de este registro (s)',
  failed: 'No se cargaron los pasos. Intentar de nuevo',
}
