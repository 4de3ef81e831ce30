export const es = {
  find: 'Buscar una columna',
  shown: 'Columnas visibles, en orden',
  hidden: 'Columnas ocultas',
  reset: 'Restablecer',
  last: 'Una tabla conserva al menos una columna.',
  noneFound: 'Nada coincide.',
} as const
