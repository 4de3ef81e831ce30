import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  clocks: 'Tiempo en proceso',
  clock_OURS: 'Con la oficina',
  clock_CLIENT: 'Con el cliente',
  clock_AUTHORITY: 'Con la autoridad',
  running: 'en curso',
  mend: 'Abrir {{tab}}',
}
