import { Refusal, Setup } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { addressOf, countFailure, limits } from '#platform/auth/attempts.ts'
import { hasRealSuperadmin } from '#platform/auth/demo-people.ts'
import { requireNotFrozen } from '#platform/auth/freeze.ts'
import { openSession } from '../open-session.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { admitRequest } from './admit-request.ts'
import { findRequest } from './requests.queries.ts'

const usedUp = (): Refusal =>
  new Refusal('not-found', 'This link was already used, has expired or was replaced by a newer one.')

/** Locks the set-up link if it is unused and current and no real superadmin can sign in; false otherwise. */
async function lockSetupLink(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  tokenHash: string,
): Promise<boolean> {
  const link = await trx
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock.now())
    .forUpdate()
    .executeTakeFirst()
  return link !== undefined && !(await hasRealSuperadmin(deps, trx))
}

/**
 * Handler of `POST /api/auth/setup`: the holder of the link printed at the first start gives their name and
 * address. The passkey they create next makes them superadmin and uses the link up.
 */
export async function beginSetup(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { token, name, email } = parse(Setup, request.body ?? {}, 'body')
  const pid = deps.ids.pid()
  const principal = { kind: 'request', pid } as const
  const setupHash = hashToken(token)
  const isBegun = await deps.database.kysely.transaction().execute(async (trx) => {
    if (!(await lockSetupLink(deps, trx, setupHash))) return false
    await requireNotFrozen(trx, principal)
    await trx
      .insertInto('access_requests')
      .values({ pid, name, email, state: 'PENDING', created_at: deps.clock.now(), setup_hash: setupHash })
      .execute()
    return true
  })
  if (!isBegun) {
    await countFailure(deps, reply, [limits.failedSignIns, addressOf(request)])
    throw usedUp()
  }
  await openSession(deps, request, reply, { principal, method: 'link', stage: 'pre' })
}

/**
 * Runs after a request got its passkey: creates the first superadmin if the request came by the set-up link.
 * Returns whether it did.
 */
export async function finishSetup(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  requestPid: string,
): Promise<boolean> {
  const request = await findRequest(trx, requestPid)
  if (request === undefined || request.setup_hash === null) return false
  if (!(await lockSetupLink(deps, trx, request.setup_hash))) throw usedUp()
  // No other person exists who could approve the request. The updates below record the new superadmin as the
  // creator.
  const nobody = { pid: '', role: 'superadmin', org: null } as const
  const pid = await admitRequest(deps, trx, request, { role: 'superadmin' }, nobody)
  await trx.updateTable('users').set({ created_by: pid, updated_by: pid }).where('pid', '=', pid).execute()
  await trx
    .updateTable('record_history')
    .set({ actor: pid })
    .where('pid', '=', pid)
    .where('actor', '=', '')
    .execute()
  await trx.updateTable('access_requests').set({ decided_by: pid }).where('pid', '=', requestPid).execute()
  await trx
    .updateTable('setup_links')
    .set({ used_at: deps.clock.now() })
    .where('token_hash', '=', request.setup_hash)
    .execute()
  return true
}
