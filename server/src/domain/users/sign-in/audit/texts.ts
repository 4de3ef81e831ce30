import { auditKindTexts } from '@portal/contract'
import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './texts.es.ts'

/** Texts of the exported audit. */
export const en = {
  ...auditKindTexts,
  time: 'Time (UTC)',
  what: 'What happened',
  by: 'By',
  person: 'Person',
  asker: 'Asking for access',
  address: 'IP address',
  browser: 'Browser',
  details: 'Details',
  none: 'none',
} as const

export const auditExportTexts = serverTexts(en, es)
