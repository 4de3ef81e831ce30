export const es = {
  days_one: '{{count, number}} día',
  days_other: '{{count, number}} días',
  hours_one: '{{count}} hora',
  hours_other: '{{count}} horas',
  minutes_one: '{{count}} minuto',
  minutes_other: '{{count}} minutos',
  moment: 'menos de un minuto',
} as const
