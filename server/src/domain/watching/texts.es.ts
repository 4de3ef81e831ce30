/** Spanish texts of notifications to people who watch a record or a view. */
export const es = {
  changed: 'Cambió: {{what}}',
  value: '{{label}}: {{value}}',
  notes_one: '{{count, number}} nota nueva',
  notes_other: '{{count, number}} notas nuevas',
  noOne: 'nadie',
  noDay: 'ninguna',
  entered: 'Nuevo en «{{view}}»: {{what}}',
  enteredMany: '{{count, number}} registros entraron en «{{view}}»',
  andMore: '{{records}} y {{count, number}} más',
  tooLarge: '«{{view}}» es demasiado grande para seguirla',
  tooLargeWhy: 'Muestra más de {{max, number}} registros. Recibirá avisos de nuevo cuando muestre menos.',
} as const
