import pg from 'pg'

/** PostgreSQL was not reached, or all connections were taken for too long. The work may be tried again. */
class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('PostgreSQL cannot be reached', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/**
 * Names what the driver leaves nameless: errors that come neither from PostgreSQL nor from a wrong call are
 * those of the connection.
 */
export function normalizeDatabaseError(error: unknown): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError
  return error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable || isOurs
    ? error
    : new DatabaseUnavailable(error)
}

/** Does work with the database; what it throws has a name. */
export async function mapConnectionErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw normalizeDatabaseError(error)
  }
}

/**
 * Statement cut off by its time limit, server going down or starting, too many connections, connection lost.
 */
const passingCodes = /^(57014|57P0\d|53\d{3}|08\w{3})$/

/** Is this the state of the database at the moment rather than a fault? */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    (error instanceof pg.DatabaseError && passingCodes.test(error.code ?? ''))
  )
}
