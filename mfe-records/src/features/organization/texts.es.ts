import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  loading: 'Cargando las cifras',
  failed: 'No se pudieron cargar las cifras',
  onWay: 'Permisos abiertos por etapa',
  noneOnWay: 'No hay permisos abiertos.',
  decided: 'Permisos cerrados por estado',
  noneDecided: 'No se ha decidido ningún permiso de esta organización.',
  account: 'Cuenta',
  balance: 'Saldo',
  accountType: 'Tipo de cuenta',
  creditLimit: 'Límite de crédito',
  creditStatus: 'Estado del crédito',
  fees: 'Cargos, por estado',
  noFees: 'No se han cobrado cargos.',
  listOf: '{{what}}: {{count}}',
  none: 'Sin indicar',
}
