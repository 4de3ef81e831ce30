import { collections, toRole } from '@portal/contract'
import type { Actor, SignInMethod } from '@portal/contract'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { checkNew, createRecordIn } from '#engine/write/create-record.ts'
import { lockUser, noteMethods } from '#platform/auth/update-user.ts'
import type { AccessRequestTable } from '#platform/auth/identity.tables.ts'
import type { DomainDeps } from '#domain/deps.ts'

export type AccessRequestRow = Selectable<AccessRequestTable>

const proofs: readonly SignInMethod[] = ['passkey', 'microsoft']

export interface GrantedAccess {
  role: string
  org?: string | undefined
  orgRole?: string | undefined
}

/**
 * Creates the user of an access request and gives them the passkeys, Microsoft identities and sessions of the
 * request, in one transaction. Throws the errors of creating a user: 403 for a role that is too high, 400
 * naming the field, 409 for a taken address.
 */
export async function admitRequest(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  request: AccessRequestRow,
  { role, org, orgRole }: GrantedAccess,
  actor: Actor,
): Promise<string> {
  const now = deps.clock.now()
  const who = { name: request.name, email: request.email, role: toRole(role) ?? role }
  const body = { ...who, ...(org !== undefined && { org }), ...(orgRole !== undefined && { orgRole }) }
  const { pid } = await createRecordIn(
    deps,
    trx,
    actor,
    collections.users,
    checkNew(actor, collections.users, body),
  )
  const principal = { user_pid: pid, request_pid: null }
  await trx.updateTable('passkeys').set(principal).where('request_pid', '=', request.pid).execute()
  await trx
    .updateTable('microsoft_identities')
    .set(principal)
    .where('request_pid', '=', request.pid)
    .execute()
  // Sessions opened by an authentication become full. In the others, a passkey must still be created.
  await trx
    .updateTable('sessions')
    .set({ stage: 'full' })
    .where('request_pid', '=', request.pid)
    .where('method', 'in', proofs)
    .execute()
  await trx.updateTable('sessions').set(principal).where('request_pid', '=', request.pid).execute()
  await trx
    .updateTable('access_requests')
    .set({ state: 'APPROVED', decided_at: now, decided_by: actor.pid, user_pid: pid })
    .where('pid', '=', request.pid)
    .execute()
  await noteMethods(trx, await lockUser(trx, pid), { status: 'ACTIVE', accepted_at: now }, actor.pid, now)
  return pid
}
