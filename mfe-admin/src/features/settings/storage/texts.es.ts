import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  storage: 'Almacenamiento en uso',
  loading: 'Cargando lo almacenado',
  failed: 'No se pudo leer lo almacenado',
  office: 'Archivos de la oficina',
  clients: 'Archivos de clientes',
  clientsSum_zero: 'Ninguno',
  clientsSum_one: '{{used}} de {{count, number}} cliente',
  clientsSum_other: '{{used}} de {{count, number}} clientes',
  deleted: 'De ellos eliminados, restaurables durante 30 días',
  mail: 'Correo y sus archivos adjuntos',
  disk: 'Libre en el disco del servidor',
  free: '{{free}} de {{total}}',
  elsewhere: 'Los archivos y la base de datos están en otros equipos',
  of: '{{used}} de {{limit}}',
  none: 'Ningún cliente ha subido archivos.',
  largest: 'Clientes que más almacenan',
  client: 'Cliente',
  largestOf: 'Cliente: los {{shown, number}} que más almacenan de {{count, number}}',
  used: 'Usado de lo que cada uno puede almacenar',
}
