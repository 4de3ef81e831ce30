import { auditKindsEs } from '@portal/contract/spanish-audit'

export const es = {
  ...auditKindsEs,
  time: 'Hora (UTC)',
  what: 'Evento',
  by: 'Por',
  person: 'Persona',
  asker: 'Solicita acceso',
  address: 'Dirección IP',
  browser: 'Navegador',
  details: 'Detalles',
  none: 'ninguno',
}
