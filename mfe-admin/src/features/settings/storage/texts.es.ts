import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  storage: 'Almacenamiento usado',
  loading: 'Cargando el uso del almacenamiento',
  failed: 'No se pudo cargar el uso del almacenamiento',
  office: 'Archivos de la oficina',
  clients: 'Archivos de clientes',
  clientsSum_zero: 'Ninguno',
  clientsSum_one: '{{used}} de {{count, number}} cliente',
  clientsSum_other: '{{used}} de {{count, number}} clientes',
  deleted: 'Eliminado (se puede restaurar durante 30 días)',
  mail: 'Correo y archivos adjuntos',
  disk: 'Espacio libre en el disco del servidor',
  free: '{{free}} de {{total}}',
  elsewhere: 'Los archivos y la base de datos están en otros servidores',
  of: '{{used}} de {{limit}}',
  none: 'Aún no hay archivos de clientes.',
  largest: 'Clientes con más almacenamiento usado',
  client: 'Cliente',
  largestOf: 'Cliente: los primeros {{shown, number}} de {{count, number}} por almacenamiento usado',
  used: 'Usado del límite',
}
