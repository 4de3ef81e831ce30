import { addDays, daysBetween, LocalDate } from '@portal/contract'
import type { AustinRow } from './austin-rows.ts'
import { fractionOf } from '#domain/seed/random.ts'

/** Last day of the Austin file. It is shifted to the day of the first start. */
export const lastSourceDay: LocalDate = '2015-05-31'

const permitTypeOfSuffix: Readonly<Record<string, string>> = {
  BP: 'BUILDING',
  EP: 'ELECTRICAL',
  MP: 'MECHANICAL',
  PP: 'PLUMBING',
  DS: 'DRIVEWAY',
}

/** Statuses 1 to 10 of domain.md 2. */
export const openStatuses = [
  'NEW',
  'INTAKE_REVIEW',
  'WAITING_CLIENT',
  'IN_PREPARATION',
  'READY_TO_SUBMIT',
  'SUBMITTED',
  'UNDER_REVIEW',
  'CORRECTIONS_REQUIRED',
  'APPROVED',
  'PAYMENT_DUE',
] as const

/**
 * Statuses of the source. The last three are rare (11 rows of the sample) and not specified: a permit that
 * waits for its revision needs corrections, and a pending one is with the authority.
 */
const statusOfSource: Readonly<Record<string, string>> = {
  Final: 'CLOSED',
  Closed: 'CLOSED',
  Expired: 'EXPIRED',
  Withdrawn: 'WITHDRAWN',
  VOID: 'VOIDED',
  'Cancelled - Contractor Required': 'CANCELLED',
  Cancelled: 'CANCELLED',
  Aborted: 'CANCELLED',
  'On Hold': 'ON_HOLD',
  'Inactive Pending Revision': 'CORRECTIONS_REQUIRED',
  Pending: 'UNDER_REVIEW',
  'Pending Permit': 'UNDER_REVIEW',
}

/**
 * The portal's status for a status of the source, or null. Active permits: 60 % ISSUED, the rest in statuses
 * 1 to 10 by a hash of the number.
 */
export function toStatus(sourceStatus: string, authorityNumber: string): string | null {
  if (sourceStatus !== 'Active')
    return Object.hasOwn(statusOfSource, sourceStatus) ? (statusOfSource[sourceStatus] ?? null) : null
  const fraction = fractionOf(authorityNumber)
  if (fraction < 0.6) return 'ISSUED'
  return openStatuses[Math.floor(((fraction - 0.6) / 0.4) * openStatuses.length)] ?? 'NEW'
}

/** `2015-047052 MP` -> MECHANICAL; null for a number without one of the five suffixes. */
export function toPermitType(authorityNumber: string): string | null {
  const suffix = /\s([A-Z]{2})$/.exec(authorityNumber)?.[1]
  return suffix === undefined ? null : (permitTypeOfSuffix[suffix] ?? null)
}

/** `05/31/2015` -> `2015-05-31`; null for an invalid day. */
export function toDate(cell: string): LocalDate | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(cell)
  if (!match) return null
  const parsed = LocalDate.safeParse(`${match[3]}-${match[1]}-${match[2]}`)
  return parsed.success ? parsed.data : null
}

/** Shifts a day of the source so that the last source day becomes `today`. */
export function shiftDate(date: LocalDate, today: LocalDate): LocalDate {
  return addDays(date, daysBetween(lastSourceDay, today))
}

/** US dollars -> cents; null for an empty or unreadable cell. */
export function toCents(cell: string): number | null {
  if (!/^\d{1,12}(\.\d+)?$/.test(cell)) return null
  return Math.round(Number(cell) * 100)
}

/** A number within bounds, else null. */
export function toNumber(cell: string, least: number, max: number): number | null {
  if (!/^-?\d+(\.\d+)?$/.test(cell)) return null
  const value = Number(cell)
  return value >= least && value <= max ? value : null
}

const keptUpper = /^(N|S|E|W|NE|NW|SE|SW|FM|RM|RR|IH|US|TX|[A-Z]?\d+[A-Z]?|[A-Z])$/

/** `9311 N FM 620 RD` -> `9311 N FM 620 Rd`, `2604 E 6TH ST` -> `2604 E 6th St`. */
export function toSiteAddress(cell: string): string {
  return cell
    .replaceAll(/\s+/g, ' ')
    .split(' ')
    .map((word) => {
      if (/^\d+(ST|ND|RD|TH)$/.test(word)) return word.toLowerCase()
      return keptUpper.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
    })
    .join(' ')
}

const nouns: Readonly<Record<string, string>> = {
  BUILDING: 'building',
  ELECTRICAL: 'electrical work',
  MECHANICAL: 'mechanical work',
  PLUMBING: 'plumbing',
  DRIVEWAY: 'driveway',
}

/**
 * Title of the permit: `Mechanical repair, 2604 E 6th St`, `New building, 18 Elm St`, `New sign, 9 Oak St`.
 */
export function toTitle(row: AustinRow, permitType: string): string {
  const noun = row.sub_type === 'Sign Permit' ? 'sign' : (nouns[permitType] ?? 'work')
  const kind =
    row.sub_type === 'Sign Permit' ? 'Sign' : permitType.charAt(0) + permitType.slice(1).toLowerCase()
  const work = row.work_type.toLowerCase()
  const subject = work === 'new' || work === '' ? `New ${noun}` : `${kind} ${work}`
  return `${subject}, ${toSiteAddress(row.permit_location)}`
}

/** Data of the source that have no column, without empty cells. Areas are in square feet. */
export function toAttributes(row: AustinRow): Record<string, string | number> {
  const facts = {
    permitClass: row.sub_type,
    workType: row.work_type,
    units: toNumber(row.number_of_units, 1, 100_000),
    existingFootage: toNumber(row.total_existing_bldg_footage, 1, 1e8),
    newFootage: toNumber(row.total_new_add_footage, 1, 1e8),
    remodelFootage: toNumber(row.remodel_repair_footage, 1, 1e8),
    legalDescription: row.legal_description,
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) => (value === null || value === '' ? [] : [[key, value]])),
  )
}
