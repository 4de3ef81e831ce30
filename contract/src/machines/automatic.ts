import type { TableName } from '../collections/names.ts'

/**
 * Automatic transitions, caused by the date, by payments and refunds, or by a later permit. Source: domain.md
 * 2, 3.
 */
const automaticWays: Readonly<Partial<Record<TableName, Readonly<Record<string, readonly string[]>>>>> = {
  permits: { ISSUED: ['EXPIRED', 'SUPERSEDED'] },
  payments: {
    DUE: ['OVERDUE'],
    PAID: ['PARTIALLY_REFUNDED', 'REFUNDED'],
    PARTIALLY_REFUNDED: ['PARTIALLY_REFUNDED', 'REFUNDED'],
  },
}

/** Statuses that a record of this table in status `from` can reach automatically. */
export function automaticTargets(table: TableName, from: string): readonly string[] {
  return automaticWays[table]?.[from] ?? []
}

/** Whether a record of this table can change from one status to another automatically. */
export function isAutomaticTransition(table: TableName, from: unknown, to: string): boolean {
  return automaticWays[table]?.[String(from)]?.includes(to) === true
}

/** Days before the expiry of an issued permit on which reminders are sent. */
export const expiryReminderDays = [90, 60, 30] as const

/** The reminder, in days before the expiry of an issued permit, with which its renewal is prepared. */
export const renewalReminderDays: (typeof expiryReminderDays)[number] = 60

/** Days before the expiry of the former permit on which the renewal is to be prepared. */
export const renewalTaskDays = 30

/**
 * Days before a license or an insurance of a client expires on which the office and the client are reminded.
 */
export const certificateReminderDays = [90, 60, 30, 9, 1, 0] as const
