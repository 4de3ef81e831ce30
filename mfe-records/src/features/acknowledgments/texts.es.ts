import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  failed: 'No se pudieron cargar las confirmaciones',
  all_one: 'Confirmado por {{count, number}} persona',
  all_other: 'Confirmado por las {{count, number}} personas',
  some: '{{done, number}} de {{count, number}} confirmaron',
  waiting: 'Falta la confirmación de {{names}}',
  andMore: '{{names}} y {{count, number}} más',
  showAll: 'Mostrar todas',
  nobody: 'No se pidió a nadie',
}
