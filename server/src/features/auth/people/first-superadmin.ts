import { Refusal, Setup } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { addressOf, limits, takeAttempt } from '#identity/attempts.ts'
import { hasRealSuperadmin } from '#identity/demo-people.ts'
import { openSession } from '#identity/open-session.ts'
import type { Deps } from '../../../deps.ts'
import { parse } from '../../../plugins/problems.ts'
import { hashToken } from '../../../plugins/sessions.queries.ts'
import { admitRequest } from './admit-request.ts'
import { findRequest } from './requests.queries.ts'

const usedUp = (): Refusal => new Refusal('not-found', 'This link has been used, is too old, or was replaced by a newer one.')

/** The set-up link, locked, while it is unused and young and no real superadmin can get in. Throws 404. */
async function lockSetupLink(deps: Deps, trx: Transaction<Tables>, tokenHash: string): Promise<void> {
  const link = await trx
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock.now())
    .forUpdate()
    .executeTakeFirst()
  if (link === undefined || (await hasRealSuperadmin(deps, trx))) throw usedUp()
}

/**
 * `POST /api/auth/setup`: whoever holds the link printed at the first start says who they are; the passkey they make next makes them
 * the superadmin and uses the link up.
 */
export async function beginSetup(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { token, name, email } = parse(Setup, request.body ?? {}, 'body')
  const takeBack = await takeAttempt(deps, reply, limits.failedSignIns, addressOf(request))
  const pid = deps.ids.pid()
  const setupHash = hashToken(token)
  await deps.database.kysely.transaction().execute(async (trx) => {
    await lockSetupLink(deps, trx, setupHash)
    await trx
      .insertInto('access_requests')
      .values({ pid, name, email, state: 'PENDING', created_at: deps.clock.now(), setup_hash: setupHash })
      .execute()
  })
  await openSession(deps, request, reply, { holder: { kind: 'request', pid }, method: 'link', stage: 'pre' })
  await takeBack()
}

/** After the passkey of a request was made: if it came by the set-up link, the first superadmin exists from here on. */
export async function finishSetup(deps: Deps, trx: Transaction<Tables>, requestPid: string): Promise<boolean> {
  const request = await findRequest(trx, requestPid)
  if (request === undefined || request.setup_hash === null) return false
  await lockSetupLink(deps, trx, request.setup_hash)
  // Nobody is there to invite or to approve them: in the end they stand as their own maker.
  const nobody = { pid: '', role: 'superadmin', org: null } as const
  const pid = await admitRequest(deps, trx, request, { role: 'superadmin' }, nobody)
  await trx.updateTable('users').set({ created_by: pid, updated_by: pid }).where('pid', '=', pid).execute()
  await trx.updateTable('history').set({ actor: pid }).where('pid', '=', pid).where('actor', '=', '').execute()
  await trx.updateTable('access_requests').set({ decided_by: pid }).where('pid', '=', requestPid).execute()
  await trx.updateTable('setup_links').set({ used_at: deps.clock.now() }).where('token_hash', '=', request.setup_hash).execute()
  return true
}
