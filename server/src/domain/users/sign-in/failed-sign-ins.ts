import { z } from 'zod'
import { inTransaction } from '#engine/write/writing.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { addCounts } from '#platform/http/rate-limit.queries.ts'
import { accountNotices } from './account-notices.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'

const hourMs = 60 * 60 * 1000
/** Number of failures in an hour after which the account's owner gets one alert. */
const failuresUntilAlert = 5

/** Counts a failed sign-in of a person, and alerts them after several failures in an hour. */
export async function recordFailedSignIn(deps: DomainDeps, userPid: string, address: string): Promise<void> {
  const now = deps.clock.now()
  const window = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const [counted] = await addCounts(deps.database, window, [{ key: `failed ${userPid}`, count: 1 }])
  if (counted?.total !== failuresUntilAlert) return
  await inTransaction(deps, (trx) =>
    alertPerson({ deps, trx, now }, userPid, accountNotices.manyFailures(address)),
  )
}

/**
 * The same for an email address, if a person has it. Runs in the background, so that the response time does
 * not reveal whether the address is known.
 */
export function noteFailedAddress(deps: DomainDeps, email: string, address: string): void {
  const work = async () => {
    const rows = await deps.database.query(
      'select pid from users where lower(email) = $1 and deleted_at is null',
      [email],
      z.object({ pid: z.string() }),
    )
    for (const { pid } of rows) await recordFailedSignIn(deps, pid, address)
  }
  work().catch((error: unknown) => deps.log.warn({ err: error }, 'failed sign-in not counted'))
}
