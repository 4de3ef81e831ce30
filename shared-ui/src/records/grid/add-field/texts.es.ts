import type { TextsOf } from '../../../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  title: 'Agregar un campo a {{label}}',
  text: 'El campo está disponible para el personal de inmediato: en la tabla, los filtros, los formularios, la importación y la exportación. Los administradores pueden quitarlo en Configuración, Columnas.',
  label: 'Nombre',
  type: 'Tipo',
  options: 'Opciones, una por línea',
  add: 'Agregar campo',
  cancel: 'Cancelar',
  clients: 'Los clientes pueden ver este campo',
  clientsOff: 'Visible solo para el personal. Un administrador puede cambiarlo en Configuración, Columnas.',
  clientsOn:
    'Los clientes lo ven en sus propios registros, en el historial y en las exportaciones. No pueden cambiarlo.',
  added: 'Campo agregado',
  failed: 'No se pudo agregar el campo',
  noLetter: 'Use al menos una letra de la A a la Z en el nombre.',
  text_type: 'Texto',
  number_type: 'Número',
  money_type: 'Importe',
  date_type: 'Fecha',
  datetime_type: 'Fecha y hora',
  boolean_type: 'Casilla',
  enum_type: 'Selección única',
}
