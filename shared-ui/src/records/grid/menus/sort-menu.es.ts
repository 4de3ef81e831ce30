export const es = {
  none: 'Orden predeterminado. Agregue un orden.',
  keys: 'Ordenado por',
  field: 'Campo {{place}}',
  order: 'Orden de {{label}}',
  ascending: 'Ascendente',
  descending: 'Descendente',
  add: 'Ordenar por',
  addAnother: 'Luego por',
  remove: 'Quitar {{label}}',
  clear: 'Quitar el orden',
  most: 'Máximo {{most}} campos.',
} as const
