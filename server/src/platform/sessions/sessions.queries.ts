import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { Language, toOrgRole, toRole, zoneOr } from '@portal/contract'
import { officeZoneAt } from '#platform/configuration/office-zone.ts'
import type { Database } from '#platform/database/database.ts'
import { batchReads } from '#platform/database/batch-reads.ts'
import type { Tables } from '#platform/database/tables.ts'
import { isOpenText } from '#platform/auth/demo-people.ts'
import { principalColumns } from '#platform/auth/principal.ts'
import type { Principal } from '#platform/auth/principal.ts'
import type { PlatformDeps } from '../deps.ts'
import { SessionRow } from './session-row.ts'
import type { SessionReader } from './session-row.ts'
import type { SessionUser } from './session-user.ts'

export const idleLifetimeMs = 8 * 60 * 60 * 1000
export const absoluteLifetimeMs = 7 * 24 * 60 * 60 * 1000
/** Lifetime of a session in which the passkey is not created yet. */
const preLifetimeMs = 60 * 60 * 1000
/** Minimum time between two updates of a session's last use, so that most reads write nothing. */
const touchAfterMs = 60_000

/** The hash of a session token, as stored in the database. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Disabled and deleted people have no access. */
const presentText = "u.deleted_at is null and u.status not in ('DISABLED', 'DELETED')"

/**
 * A short text of everything that access decisions depend on: the version of the person's row (`xmin`), the
 * session's data and the system versions. The organization's title is left out, because no decision depends
 * on it.
 */
const fingerprintText = `concat_ws(' ', u.pid, u.xmin, s.stage, s.method, s.verified_at, m.activation, m.configuration)`

const findSql = (
  isDemo: boolean,
) => `select s.token_hash, s.stage, s.method, s.request_pid is not null as is_request, s.last_seen_at, s.verified_at,
    coalesce(u.pid, r.pid) as pid, coalesce(u.name, r.name) as name, coalesce(u.email, r.email) as email,
    case when s.stage = 'full' then u.role end as role, u.org, u.org_role, u.time_zone, u.locale, o.legal_name as org_title,
    m.activation, m.configuration, ${fingerprintText} as fingerprint
  from sessions s cross join system_versions m
  left join users u on u.pid = s.user_pid and ${presentText}
  left join access_requests r on r.pid = s.request_pid and r.state = 'PENDING'
  left join orgs o on o.pid = u.org
  where s.token_hash = any($1) and s.idle_expires_at > $2 and s.expires_at > $2 and (u.pid is not null or r.pid is not null)${
    isDemo ? '' : ` and s.method <> 'demo' and ${isOpenText({ demo: false }, 's.user_pid')}`
  }`
/**
 * With demo mode off, sessions of demo accounts are invalid, regardless of the server that opened them
 * (docs/decisions/0030-demo-mode.md).
 */
const findTexts = { demo: findSql(true), real: findSql(false) } as const

/**
 * Compiled once; the values are replaced for each run. It only tells whether the user is as expected and the
 * last use does not need an update. If not, a second query reads the user, because each joined table makes a
 * statement slower. The subquery keeps the planner on the index of users.
 */
const sessionCheckSql = sql`select s.last_seen_at > asked.now - make_interval(secs => ${sql.lit(touchAfterMs / 1000)}) and asked.expected = (
    select ${sql.raw(fingerprintText)} from users u cross join system_versions m where u.pid = s.user_pid and ${sql.raw(presentText)}) as is_expected
  from (select ${''}::text as expected, ${null}::timestamptz as now) asked cross join sessions s
  where s.token_hash = ${''} and s.idle_expires_at > asked.now and s.expires_at > asked.now`

const touchText =
  'update sessions set last_seen_at = $2, idle_expires_at = least($3, expires_at) where token_hash = $1 and last_seen_at < $2'

type SessionDeps = Pick<PlatformDeps, 'database' | 'environment' | 'memory'>

/** Reads the sessions of concurrent requests in one statement. */
function readerOf({ database, environment, memory }: SessionDeps): SessionReader {
  if (memory.sessions !== undefined) return memory.sessions
  const kind = environment.demo ? 'demo' : 'real'
  let latest = new Date(0)
  const read = batchReads(async (hashes: readonly string[]) => {
    const rows = await database.query(findTexts[kind], [[...new Set(hashes)], latest], SessionRow)
    return new Map(rows.map((row) => [row.token_hash, row]))
  })
  const reader: SessionReader = (tokenHash, now) => {
    latest = now
    return read(tokenHash)
  }
  memory.sessions = reader
  return reader
}

async function toSessionUser(deps: SessionDeps, row: SessionRow, now: Date): Promise<SessionUser> {
  if (now.getTime() - row.last_seen_at.getTime() >= touchAfterMs) {
    await deps.database.query(touchText, [row.token_hash, now, new Date(now.getTime() + idleLifetimeMs)])
  }
  const officesZone = await officeZoneAt(deps, row.configuration)
  const timeZone = zoneOr(row.time_zone, officesZone)
  return {
    sessionHash: row.token_hash,
    stage: row.stage,
    method: row.method,
    isRequest: row.is_request,
    pid: row.pid,
    name: row.name ?? '',
    email: row.email ?? '',
    role: toRole(row.role),
    org: row.org === null ? null : { pid: row.org, title: row.org_title ?? row.org },
    orgRole: toOrgRole(row.org_role),
    timeZone,
    ownTimeZone: row.time_zone === null ? null : timeZone,
    ownLanguage: Language.nullable().catch(null).parse(row.locale),
    verifiedAt: row.verified_at,
    systemVersions: { activation: row.activation, configuration: row.configuration },
    fingerprint: row.fingerprint,
  }
}

/**
 * The user of a session; null if it is unknown or expired, or its user is disabled or deleted. The session is
 * checked for every request, so a disabled user loses access immediately. Extends the idle timeout.
 */
export async function findSession(
  deps: SessionDeps,
  sessionHash: string,
  now: Date,
): Promise<SessionUser | null> {
  const row = await readerOf(deps)(sessionHash, now)
  return row === undefined ? null : toSessionUser(deps, row, now)
}

/**
 * The check that the user of a session still has the fingerprint `expected`, as SQL to attach to another
 * statement.
 */
export function sessionSql(
  sessionHash: string,
  expected: string,
  now: Date,
): { statement: RawBuilder<unknown>; values: readonly unknown[] } {
  // Formatted here, because the driver needs ten times as long to format a Date.
  return { statement: sessionCheckSql, values: [expected, now.toISOString(), sessionHash] }
}

export interface NewSession {
  token: string
  /** Identifies the session in lists. */
  id: string
  principal: Principal
  /** How the person authenticated. */
  method: string
  stage: 'full' | 'pre'
  /** Time of the authentication; defaults to `now`. */
  verifiedAt?: Date
  userAgent: string | null
  address: string | null
  now: Date
}

/** Inserts a session. One in which the passkey is not created yet ends after an hour. */
export async function insertSession(kysely: Kysely<Tables>, session: NewSession): Promise<void> {
  const { token, id, principal, method, stage, userAgent, address, now, verifiedAt = now } = session
  const lifetimeMs = stage === 'pre' && method !== 'passkey' ? preLifetimeMs : absoluteLifetimeMs
  const row = {
    ...principalColumns(principal),
    token_hash: hashToken(token),
    id,
    stage,
    created_at: now,
    last_seen_at: now,
    idle_expires_at: new Date(now.getTime() + Math.min(idleLifetimeMs, lifetimeMs)),
    expires_at: new Date(now.getTime() + lifetimeMs),
    verified_at: verifiedAt,
    method,
    user_agent: userAgent?.slice(0, 300) ?? null,
    address,
  }
  await kysely.insertInto('sessions').values(row).execute()
}

export async function deleteSession(kysely: Kysely<Tables>, sessionHash: string): Promise<void> {
  await kysely.deleteFrom('sessions').where('token_hash', '=', sessionHash).execute()
}

/**
 * Whether the token belonged to a session that ended within the last minute. Requests in flight at that time
 * still carry it.
 */
export async function hasJustEnded(database: Database, sessionHash: string): Promise<boolean> {
  const text =
    "select 1 from ended_sessions where token_hash = $1 and ended_at > clock_timestamp() - interval '1 minute'"
  return (await database.query(text, [sessionHash])).length > 0
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await kysely
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', now), row('idle_expires_at', '<=', now)]))
    .execute()
  await sql`delete from ended_sessions where ended_at < clock_timestamp() - interval '1 hour'`.execute(kysely)
}
