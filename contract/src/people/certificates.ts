import { orgs } from '../collections/orgs.ts'
import type { LocalDate } from '../time.ts'

const declared = new Map<string, { expires?: boolean }>(Object.entries(orgs.fields))

/** Whether a field of organizations is the date on which a license or an insurance expires. */
export const isCertificateField = (name: unknown): name is string =>
  typeof name === 'string' && declared.get(name)?.expires === true

/** The dates of an organization on which a license or an insurance expires, with their declarations. */
export const certificateFields = Object.entries(orgs.fields).filter(([name]) => isCertificateField(name))

/** The document that shows the new date of a certificate. */
export const certificateDocument = (field: string): string =>
  field === 'licenceExpiry' ? 'CONTRACTOR_LICENCE' : 'INSURANCE_CERTIFICATE'

/** Whether a date can follow the one that a certificate has: it is later, and has not passed. */
export const isNewCertificateDate = (date: LocalDate, known: LocalDate | null, today: LocalDate): boolean =>
  date >= today && (known === null || date > known)
