import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  menu: 'Cambiar el estado',
  menuOthers: 'Más pasos',
  menuKey: 'Cambiar el estado (s)',
  failed: 'No se pudieron cargar los pasos. Intentar de nuevo',
}
