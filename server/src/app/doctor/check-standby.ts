import { pino } from 'pino'
import type { Database } from '#platform/database/database.ts'
import { openStandbyDatabase } from '#platform/database/server-database.ts'
import { Standby } from '#platform/database/standby.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { standbyProblem } from '../health/dependency-checks.ts'
import { fine, wrong } from './findings.ts'
import type { CheckResult } from './findings.ts'

/** The standby of DATABASE_READ_URL: whether it follows the primary, and how far it is behind. */
export async function checkStandby(environment: Environment, database: Database): Promise<CheckResult> {
  const { databaseReadUrl } = environment
  if (databaseReadUrl === null) return { findings: [] }
  const log = pino({ level: 'silent' })
  const standby = new Standby(database, openStandbyDatabase(databaseReadUrl, log), log)
  try {
    const state = await standby.state()
    const problem = standbyProblem(state)
    if (problem !== null) return { findings: [wrong('Standby', problem)] }
    const { lagSeconds, lagBytes } = state
    return {
      findings: [
        fine(
          'Standby',
          `it follows the primary, ${(lagSeconds ?? 0).toFixed(1)} s (${lagBytes ?? 0} bytes) behind.`,
        ),
      ],
    }
  } finally {
    await standby.close()
  }
}
