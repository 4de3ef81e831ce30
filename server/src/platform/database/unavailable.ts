import { Refusal } from '@portal/contract'
import pg from 'pg'

/** PostgreSQL cannot be reached, or no connection became free in time. A retry may succeed. */
class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('PostgreSQL cannot be reached', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/**
 * Converts errors of the connection, which the driver throws without a class of their own. An error counts as
 * one when it comes neither from PostgreSQL nor from the portal itself.
 */
export function normalizeDatabaseError(error: unknown): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof Refusal
  return error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable || isOurs
    ? error
    : new DatabaseUnavailable(error)
}

/** Runs work with the database and converts errors of the connection. */
export async function mapConnectionErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw normalizeDatabaseError(error)
  }
}

/**
 * Statement canceled by its timeout, server stopping or starting, too many connections, connection lost.
 * Others write at the same time: deadlock, conflict, a lock that is not free, a transaction ended by its
 * timeout.
 */
const passingCodes = /^(57014|57P0\d|53\d{3}|08\w{3}|40P01|40001|55P03|25P0[34])$/

/** True when the error comes from a temporary state of the database, not from a fault. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    (error instanceof pg.DatabaseError && passingCodes.test(error.code ?? ''))
  )
}

const diskFull = '53100'

/** True when PostgreSQL could not write because its disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === diskFull
}

/**
 * The 503 for a temporary state of the database; null for other errors. A full disk is named, since it does
 * not pass.
 */
export function refusalOfDatabase(error: unknown): Refusal | null {
  if (!isTransient(error)) return null
  return new Refusal(
    'unavailable',
    isDiskFull(error)
      ? 'Not saved: the server’s disk is full. Contact an administrator.'
      : 'The portal is busy. Try again in a few seconds.',
  )
}
