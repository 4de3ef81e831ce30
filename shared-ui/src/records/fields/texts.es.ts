import type { TextsOf } from '../../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  addField: 'Agregar campo',
  title: 'Agregar un campo a {{label}}',
  text: 'El personal lo tiene de inmediato: en la tabla, filtros, formularios, importación y exportación. Un administrador puede quitarlo en Configuración, Columnas.',
  label: 'Nombre',
  type: 'Tipo',
  options: 'Opciones, una por línea',
  add: 'Agregar campo',
  cancel: 'Cancelar',
  clients: 'Los clientes pueden ver este campo',
  clientsOff:
    'Solo lo ve el personal. Un administrador puede cambiarlo más tarde en Configuración, Columnas.',
  clientsOn:
    'Los clientes lo ven en sus propios registros, en el historial y en las exportaciones. No pueden cambiarlo.',
  added: 'Campo agregado',
  failed: 'No se pudo agregar el campo',
  noLetter: 'El nombre necesita una letra de la A a la Z.',
  text_type: 'Texto',
  number_type: 'Número',
  money_type: 'Moneda',
  date_type: 'Fecha',
  datetime_type: 'Fecha y hora',
  boolean_type: 'Casilla',
  enum_type: 'Selección única',
}
