import * as oidc from 'openid-client'
import pLimit from 'p-limit'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { writeAudit } from './audit-trail.ts'
import { refreshGrant } from './microsoft-grants.ts'
import type { Grant } from './microsoft-grants.ts'

type CheckDeps = Pick<Deps, 'database' | 'environment' | 'clock' | 'log'>

/** A grant is changed for a new one at most this often, whichever server does it. */
const checkedEveryMs = 60 * 60_000
/** Rounds look for grants that are due this often. */
export const checkIntervalMs = 15 * 60_000
const atOnce = 4
const maxInRound = 1_000

interface DueGrant extends Grant {
  was: Date
}

/**
 * Grants of people with an open Microsoft session that were not looked at for an hour; they are marked, so
 * that no other server takes them.
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
 * Ends what a person opened with Microsoft, unless the grant is another one by now: somebody else changed it,
 * or they signed in again.
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

/** Asks Microsoft about one person. Answers how many sessions ended by it. */
async function checkGrant(deps: CheckDeps, due: DueGrant): Promise<number> {
  try {
    await refreshGrant(deps, due)
    return 0
  } catch (error) {
    // A closed or deleted account, a changed password, a revoked consent. Everything else says nothing of the
    // person.
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
 * Ends the sessions that people opened with Microsoft whose account is closed or deleted there, which their
 * refresh tokens tell. Passkeys are the portal's own and stay. Answers how many people were asked about and
 * how many sessions ended.
 * Source: docs/decisions/0055-sessions-from-microsoft.md
 */
export async function checkMicrosoftSessions(deps: CheckDeps): Promise<{ people: number; ended: number }> {
  const due = await takeDue(deps)
  const ended = await pLimit(atOnce).map(due, (grant) => checkGrant(deps, grant))
  return { people: due.length, ended: ended.reduce((sum, each) => sum + each, 0) }
}
