import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  loading: 'Cargando el resumen',
  failed: 'No se pudo cargar el resumen',
  onWay: 'Permisos abiertos por etapa',
  noneOnWay: 'No hay permisos abiertos.',
  decided: 'Permisos cerrados por estado',
  noneDecided: 'No hay permisos cerrados.',
  account: 'Cuenta',
  balance: 'Saldo',
  accountType: 'Tipo de cuenta',
  creditLimit: 'Límite de crédito',
  creditStatus: 'Estado del crédito',
  fees: 'Cargos por estado',
  noFees: 'Sin cargos.',
  listOf: '{{what}}: {{count}}',
  none: 'Sin especificar',
}
