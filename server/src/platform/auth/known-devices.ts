import { Refusal } from '@portal/contract'
import type { KnownBrowsers } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { PlatformDeps } from '../deps.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'

const wellFormed = /^[A-Za-z0-9_-]{43}$/
/** Maximum lifetime of a cookie in browsers. */
const lifetimeSeconds = 400 * 24 * 60 * 60
/** Maximum number of known browsers per person; the least recently used is deleted first. */
const maxDevices = 20

const cookieNameOf = ({ server }: FastifyRequest) => (server.hasHostCookies ? '__Host-device' : 'device')

/** The cookie that identifies this browser; undefined if it has none. */
function tokenIn(request: FastifyRequest): string | undefined {
  const present = request.cookies[cookieNameOf(request)]
  return present !== undefined && wellFormed.test(present) ? present : undefined
}

/**
 * Identifies this browser by a random cookie and returns its hash. The cookie gives no access and remains
 * after sign-out.
 */
export function deviceOf(
  deps: Pick<PlatformDeps, 'ids'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const token = tokenIn(request) ?? deps.ids.token()
  reply.setCookie(cookieNameOf(request), token, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: lifetimeSeconds,
  })
  return hashToken(token)
}

/**
 * Records a sign-in with a browser. Returns true if the person has other known browsers but not this one,
 * which may mean that another person signed in.
 */
export async function recordDevice(
  trx: Transaction<Tables>,
  userPid: string,
  deviceHash: string,
  userAgent: string | null,
  now: Date,
): Promise<boolean> {
  const seen = { user_agent: userAgent?.slice(0, 300) ?? null, last_seen_at: now }
  const known = await trx
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_pid', '=', userPid)
    .execute()
  await trx
    .insertInto('known_devices')
    .values({ user_pid: userPid, device_hash: deviceHash, first_seen_at: now, ...seen })
    .onConflict((conflict) => conflict.columns(['user_pid', 'device_hash']).doUpdateSet(seen))
    .execute()
  if (known.length >= maxDevices) {
    await sql`delete from known_devices where user_pid = ${userPid} and device_hash in (
      select device_hash from known_devices where user_pid = ${userPid} order by last_seen_at desc offset ${sql.lit(maxDevices)})`.execute(
      trx,
    )
  }
  return known.length > 0 && !known.some((row) => row.device_hash === deviceHash)
}

/** The known browsers of a person, most recently used first. */
export async function listBrowsers(
  { database }: Pick<PlatformDeps, 'database'>,
  request: FastifyRequest,
  userPid: string,
): Promise<KnownBrowsers> {
  const token = tokenIn(request)
  const here = token === undefined ? null : hashToken(token)
  const rows = await database.kysely
    .selectFrom('known_devices')
    .selectAll()
    .where('user_pid', '=', userPid)
    .orderBy('last_seen_at', 'desc')
    .orderBy('device_hash')
    .execute()
  const browsers = rows.map(
    ({ device_hash: id, user_agent: userAgent, first_seen_at: first, last_seen_at: last }) => ({
      id,
      current: id === here,
      userAgent,
      firstSeenAt: first.toISOString(),
      lastSeenAt: last.toISOString(),
    }),
  )
  return { browsers }
}

/**
 * Deletes a known browser; the next sign-in with it alerts the person again. Throws 404 for a browser of
 * another person.
 */
export async function forgetBrowser(
  { database }: Pick<PlatformDeps, 'database'>,
  userPid: string,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await database.kysely
    .deleteFrom('known_devices')
    .where('user_pid', '=', userPid)
    .where('device_hash', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not-found', 'Browser not found.')
}
