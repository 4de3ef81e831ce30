export const es = {
  none: 'Sin agrupar. Agregue un campo para agrupar.',
  fields: 'Agrupado por',
  field: 'Campo de grupo {{place}}',
  add: 'Agrupar por',
  addAnother: 'Luego por',
  remove: 'Quitar {{label}}',
  clear: 'Quitar los grupos',
  openAll: 'Expandir todo',
  closeAll: 'Contraer todo',
  most: 'Máximo {{most}} campos.',
} as const
