import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { Language, toOrgRole, toRole, zoneOr } from '@portal/contract'
import { officeZoneAt } from '#configuration/office-zone.ts'
import type { Database } from '#database/database.ts'
import { batchReads } from '#database/batch-reads.ts'
import type { Tables } from '#database/tables.ts'
import { isOpenText } from '#identity/demo-people.ts'
import { principalColumns } from '#identity/principal.ts'
import type { Principal } from '#identity/principal.ts'
import type { Deps } from '../deps.ts'
import type { SessionUser } from './session-user.ts'

export const idleLifetimeMs = 8 * 60 * 60 * 1000
export const absoluteLifetimeMs = 7 * 24 * 60 * 60 * 1000
/** Of a session in which a passkey is still to be made. */
const preLifetimeMs = 60 * 60 * 1000
/** A session's last use is written at most this often, so that reading a page writes nothing. */
const touchAfterMs = 60_000

/** How a session's token stands in the database. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

interface SessionRow {
  token_hash: string
  stage: SessionUser['stage']
  method: string
  is_request: boolean
  last_seen_at: Date
  verified_at: Date
  pid: string
  name: string | null
  email: string | null
  role: string | null
  org: string | null
  org_role: string | null
  org_title: string | null
  time_zone: string | null
  locale: string | null
  activation: number
  configuration: number | null
  fingerprint: string
}

/** A person who is disabled or gone opens nothing. */
const presentText = "u.deleted_at is null and u.status not in ('DISABLED', 'DELETED')"

/**
 * All that a call is judged by, as one short text: the person's row as it was last written (its transaction,
 * `xmin`), what the session says, and the marks. The title of their organization is told, but nothing is
 * judged by it.
 */
const fingerprintText = `concat_ws(' ', u.pid, u.xmin, s.stage, s.method, s.verified_at, m.activation, m.configuration)`

const findSql = (
  isDemo: boolean,
) => `select s.token_hash, s.stage, s.method, s.request_pid is not null as is_request, s.last_seen_at, s.verified_at,
    coalesce(u.pid, r.pid) as pid, coalesce(u.name, r.name) as name, coalesce(u.email, r.email) as email,
    case when s.stage = 'full' then u.role end as role, u.org, u.org_role, u.time_zone, u.locale, o.legal_name as org_title,
    m.activation, m.configuration, ${fingerprintText} as fingerprint
  from sessions s cross join marks m
  left join users u on u.pid = s.user_pid and ${presentText}
  left join access_requests r on r.pid = s.request_pid and r.state = 'PENDING'
  left join orgs o on o.pid = u.org
  where s.token_hash = any($1) and s.idle_expires_at > $2 and s.expires_at > $2 and (u.pid is not null or r.pid is not null)${
    isDemo ? '' : ` and s.method <> 'demo' and ${isOpenText({ demo: false }, 's.user_pid')}`
  }`
/**
 * With demo off nobody is in by a session of demo mode, whichever server opened it
 * (docs/decisions/0030-demo-mode.md).
 */
const findTexts = { demo: findSql(true), real: findSql(false) } as const

/**
 * Compiled once; its values are replaced at each run. It only says whether the user is as expected and their
 * last use need not be written again. If not, the user is read by another query, because a statement costs
 * time for each table it mentions. The subquery keeps the planner on the index of users.
 */
const sessionCheckSql = sql`select s.last_seen_at > asked.now - make_interval(secs => ${sql.lit(touchAfterMs / 1000)}) and asked.expected = (
    select ${sql.raw(fingerprintText)} from users u cross join marks m where u.pid = s.user_pid and ${sql.raw(presentText)}) as is_expected
  from (select ${''}::text as expected, ${null}::timestamptz as now) asked cross join sessions s
  where s.token_hash = ${''} and s.idle_expires_at > asked.now and s.expires_at > asked.now`

const touchText =
  'update sessions set last_seen_at = $2, idle_expires_at = least($3, expires_at) where token_hash = $1 and last_seen_at < $2'

type Reader = (tokenHash: string, now: Date) => Promise<SessionRow | undefined>
type SessionDeps = Pick<Deps, 'database' | 'environment'>
const readers = { demo: new WeakMap<Database, Reader>(), real: new WeakMap<Database, Reader>() } as const

/** Sessions of calls that come in at the same time are read in one statement. */
function readerOf({ database, environment }: SessionDeps): Reader {
  const kind = environment.demo ? 'demo' : 'real'
  const known = readers[kind].get(database)
  if (known !== undefined) return known
  let latest = new Date(0)
  const read = batchReads(async (hashes: readonly string[]) => {
    const rows = await database.query<SessionRow>(findTexts[kind], [[...new Set(hashes)], latest])
    return new Map(rows.map((row) => [row.token_hash, row]))
  })
  const reader: Reader = (tokenHash, now) => {
    latest = now
    return read(tokenHash)
  }
  readers[kind].set(database, reader)
  return reader
}

async function toSessionUser(database: Database, row: SessionRow, now: Date): Promise<SessionUser> {
  if (now.getTime() - row.last_seen_at.getTime() >= touchAfterMs) {
    await database.query(touchText, [row.token_hash, now, new Date(now.getTime() + idleLifetimeMs)])
  }
  const officesZone = await officeZoneAt(database, row.configuration)
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
 * The user of a session; null if it is unknown or expired, or its user is disabled or deleted. Read for every
 * request, so that a disabled user loses access at once. Extends the idle expiry.
 */
export async function findSession(
  deps: SessionDeps,
  sessionHash: string,
  now: Date,
): Promise<SessionUser | null> {
  const row = await readerOf(deps)(sessionHash, now)
  return row === undefined ? null : toSessionUser(deps.database, row, now)
}

/**
 * The check whether the user of a session still has the fingerprint `expected`, to attach to another
 * statement.
 */
export function sessionSql(
  sessionHash: string,
  expected: string,
  now: Date,
): { statement: RawBuilder<unknown>; values: readonly unknown[] } {
  // Written here: the driver takes ten times as long over a date.
  return { statement: sessionCheckSql, values: [expected, now.toISOString(), sessionHash] }
}

export interface NewSession {
  token: string
  /** Names the session in lists. */
  id: string
  principal: Principal
  /** How the person proved who they are. */
  method: string
  stage: 'full' | 'pre'
  /** When they proved it; at `now` when absent. */
  verifiedAt?: Date
  userAgent: string | null
  address: string | null
  now: Date
}

/** Writes a session; one in which a passkey is still to be made ends after an hour. */
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
 * Did the token open a session until a minute ago? Calls that were on their way when it ended come with it
 * still.
 */
export async function hasJustEnded(database: Database, sessionHash: string): Promise<boolean> {
  const text =
    "select 1 from ended_sessions where token_hash = $1 and ended_at > clock_timestamp() - interval '1 minute'"
  return (await database.query(text, [sessionHash])).length > 0
}

/** Forgets sessions that are over. */
export async function deleteExpiredSessions(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await kysely
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', now), row('idle_expires_at', '<=', now)]))
    .execute()
  await sql`delete from ended_sessions where ended_at < clock_timestamp() - interval '1 hour'`.execute(kysely)
}
