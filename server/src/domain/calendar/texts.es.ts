export const es = {
  name: 'Portal de permisos',
  nameOfView: 'Portal de permisos: {{view}}',
  description: 'Fechas del Portal de permisos.',
  truncated:
    'Las {{count, number}} fechas más cercanas a hoy. El calendario del portal muestra las {{total, number}}.',
  summary: '{{date}}: {{title}}',
} as const
