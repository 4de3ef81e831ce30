/** Spanish texts of `texts.ts`. */
export const es = {
  previous: 'Anterior',
  next: 'Siguiente',
} as const
