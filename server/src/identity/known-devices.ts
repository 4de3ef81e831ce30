import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../plugins/sessions.queries.ts'

const wellFormed = /^[A-Za-z0-9_-]{43}$/
/** Browsers keep a cookie no longer. */
const lifetimeSeconds = 400 * 24 * 60 * 60
/** The browsers of a person that are remembered; the one used longest ago is forgotten first. */
const maxDevices = 20

const cookieNameOf = ({ server }: FastifyRequest) => (server.hasHostCookies ? '__Host-device' : 'device')

/** Names this browser by a random cookie, which outlives sign-outs and opens nothing; answers its hash. */
export function deviceOf(deps: Pick<Deps, 'ids'>, request: FastifyRequest, reply: FastifyReply): string {
  const name = cookieNameOf(request)
  const present = request.cookies[name]
  const token = present !== undefined && wellFormed.test(present) ? present : deps.ids.token()
  reply.setCookie(name, token, { path: '/', secure: true, httpOnly: true, sameSite: 'lax', maxAge: lifetimeSeconds })
  return hashToken(token)
}

/** Notes that a person signed in with a browser. True where others of theirs are known and this one is not: somebody else may have come in. */
export async function noteDevice(trx: Transaction<Tables>, userPid: string, deviceHash: string, now: Date): Promise<boolean> {
  const known = await trx.selectFrom('known_devices').select('device_hash').where('user_pid', '=', userPid).execute()
  await trx
    .insertInto('known_devices')
    .values({ user_pid: userPid, device_hash: deviceHash, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_pid', 'device_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()
  if (known.length >= maxDevices) {
    await sql`delete from known_devices where user_pid = ${userPid} and device_hash in (
      select device_hash from known_devices where user_pid = ${userPid} order by last_seen_at desc offset ${sql.lit(maxDevices)})`.execute(trx)
  }
  return known.length > 0 && !known.some((row) => row.device_hash === deviceHash)
}
