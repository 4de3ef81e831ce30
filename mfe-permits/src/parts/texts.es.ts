import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  clocks: 'Tiempo en proceso',
  clock_OURS: 'Con nosotros',
  clock_CLIENT: 'Con el cliente',
  clock_AUTHORITY: 'Con la agencia',
  running: 'en curso',
  runningWorking_one: 'en curso, {{count, number}} hora laboral de esta espera',
  runningWorking_other: 'en curso, {{count, number}} horas laborales de esta espera',
  mend: 'Ir a {{tab}}',
  howToSubmit: 'Cómo presentar',
  agency: 'Agencia',
  addressUnknown: 'Aún sin dirección',
}
