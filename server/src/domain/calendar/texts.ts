import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './texts.es.ts'

/** Texts of calendar feeds. */
const en = {
  name: 'Permit Portal',
  nameOfView: 'Permit Portal: {{view}}',
  description: 'Dates of the Permit Portal.',
  truncated:
    'The {{count, number}} dates nearest to today. The calendar of the portal shows all {{total, number}}.',
  summary: '{{date}}: {{title}}',
} as const

export const feedTexts = serverTexts(en, es)
