import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  open: 'Estado de cuenta…',
  title: 'Estado de cuenta',
  text: 'Saldo inicial, cargos, pagos y reembolsos del período, y saldo final.',
  from: 'Desde',
  to: 'Hasta',
  format: 'Formato',
  pdf: 'PDF',
  csv: 'CSV',
  download: 'Descargar',
  wrongPeriod: 'Indique dos días, el primero no posterior al segundo.',
}
