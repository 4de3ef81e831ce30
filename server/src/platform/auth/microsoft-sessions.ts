import * as oidc from 'openid-client'
import pLimit from 'p-limit'
import { sql } from 'kysely'
import type { PlatformDeps } from '../deps.ts'
import { writeAudit } from './audit-trail.ts'
import { refreshGrant } from './microsoft-grants.ts'
import type { Grant } from './microsoft-grants.ts'

type CheckDeps = Pick<PlatformDeps, 'database' | 'environment' | 'clock' | 'log'>

/** Minimum time between two checks of a grant, across all servers. */
const checkedEveryMs = 60 * 60_000
/** Interval of the search for grants that are due. */
export const checkIntervalMs = 15 * 60_000
const atOnce = 4
const maxInRound = 1_000

interface DueGrant extends Grant {
  was: Date
}

/**
 * Claims grants that were not checked for an hour, of people with an open Microsoft session. The update
 * prevents other servers from claiming the same grants.
 */
async function takeDue({ database, clock }: CheckDeps): Promise<DueGrant[]> {
  const now = clock.now()
  const { rows } = await sql<DueGrant>`update microsoft_grants g set updated_at = ${now}
    from (select user_pid, updated_at as was from microsoft_grants
      where updated_at <= ${new Date(now.getTime() - checkedEveryMs)} and exists (select 1 from sessions s
        where s.user_pid = microsoft_grants.user_pid and s.method = 'microsoft' and s.idle_expires_at > ${now} and s.expires_at > ${now})
      order by updated_at limit ${maxInRound} for update skip locked) due
    where g.user_pid = due.user_pid returning g.user_pid, g.refresh_token, due.was`.execute(database.kysely)
  return rows
}

/**
 * Ends the Microsoft sessions of a person, unless the grant was replaced meanwhile by a refresh or a new
 * sign-in.
 */
async function endMicrosoftSessions(
  { database, clock }: CheckDeps,
  { user_pid: person, refresh_token: refused }: Grant,
): Promise<number> {
  return database.kysely.transaction().execute(async (trx) => {
    const present = await trx
      .selectFrom('microsoft_grants')
      .select('refresh_token')
      .where('user_pid', '=', person)
      .forUpdate()
      .executeTakeFirst()
    if (present?.refresh_token !== refused) return 0
    const result = await trx
      .deleteFrom('sessions')
      .where('user_pid', '=', person)
      .where('method', '=', 'microsoft')
      .executeTakeFirst()
    const ended = Number(result.numDeletedRows)
    if (ended > 0)
      await writeAudit(trx, {
        kind: 'microsoft-ended',
        at: clock.now(),
        actor: null,
        person,
        origin: null,
        detail: { ended },
      })
    return ended
  })
}

/** Checks one person at Microsoft and returns the number of ended sessions. */
async function checkGrant(deps: CheckDeps, due: DueGrant): Promise<number> {
  try {
    await refreshGrant(deps, due)
    return 0
  } catch (error) {
    // `invalid_grant` means a closed or deleted account, a changed password or a revoked consent. Other errors say
    // nothing about the account.
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant')
      return endMicrosoftSessions(deps, due)
    deps.log.warn(
      { err: error, person: due.user_pid },
      'Microsoft could not be asked about a person, the next round tries again',
    )
    await deps.database.kysely
      .updateTable('microsoft_grants')
      .set({ updated_at: due.was })
      .where('user_pid', '=', due.user_pid)
      .where('refresh_token', '=', due.refresh_token)
      .execute()
    return 0
  }
}

/**
 * Ends the Microsoft sessions of people whose refresh token is no longer valid, for example because the
 * account was closed or deleted at Microsoft. Sessions opened with a passkey remain. Returns the number of
 * checked people and ended sessions.
 *
 * Source: docs/decisions/0055-sessions-from-microsoft.md
 */
export async function checkMicrosoftSessions(deps: CheckDeps): Promise<{ people: number; ended: number }> {
  const due = await takeDue(deps)
  const ended = await pLimit(atOnce).map(due, (grant) => checkGrant(deps, grant))
  return { people: due.length, ended: ended.reduce((sum, each) => sum + each, 0) }
}
