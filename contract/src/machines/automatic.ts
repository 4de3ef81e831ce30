import type { TableName } from '../collections/names.ts'

/**
 * Ways that nobody takes by hand: they follow from the day, from payments and refunds, or from a later
 * permit. Source: domain.md 2, 3.
 */
const automaticWays: Readonly<Partial<Record<TableName, Readonly<Record<string, readonly string[]>>>>> = {
  permits: { ISSUED: ['EXPIRED', 'SUPERSEDED'] },
  payments: {
    DUE: ['OVERDUE'],
    PAID: ['PARTIALLY_REFUNDED', 'REFUNDED'],
    PARTIALLY_REFUNDED: ['PARTIALLY_REFUNDED', 'REFUNDED'],
  },
}

/** Statuses a record of this table in that status comes to by itself. */
export function automaticTargets(table: TableName, from: string): readonly string[] {
  return automaticWays[table]?.[from] ?? []
}

/** May a record of this table go from one status to another by itself? */
export function isAutomaticTransition(table: TableName, from: unknown, to: string): boolean {
  return automaticWays[table]?.[String(from)]?.includes(to) === true
}

/** Days before its expiry on which people are reminded of an issued permit. */
export const expiryReminderDays = [90, 60, 30] as const

/** Days an issued permit is valid: half a year for buildings, less for trades. */
export function validDays(permitType: unknown): number {
  return permitType === 'BUILDING' || permitType === 'DRIVEWAY' ? 180 : 155
}
