export const es = {
  find: 'Buscar una columna',
  shown: 'Columnas visibles, en orden',
  hidden: 'Columnas ocultas',
  reset: 'Restablecer',
  last: 'Deje al menos una columna.',
  lastField: 'Deje al menos una columna que no venga de un módulo.',
  noneFound: 'Sin resultados.',
} as const
