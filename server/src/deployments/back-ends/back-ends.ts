import { Refusal, invalid, phrase } from '@portal/contract'
import type { BackEnd } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { deployedNow } from '#platform/federation/registry.ts'
import { requireOutsideAddress } from '#platform/outside/outside-address.ts'
import type { Administrator } from '../tokens.ts'

const Row = z.object({
  name: z.string(),
  address: z.string(),
  set_at: z.date(),
  maker: z.string().nullable(),
})

const listText = `select b.name, b.address, b.set_at, u.name as maker
  from remote_back_ends b left join users u on u.pid = b.set_by order by b.name`

/** The back ends of all remotes. */
export async function listBackEnds(deps: DomainDeps): Promise<BackEnd[]> {
  const rows = await deps.database.query(listText, [], Row)
  return rows.map(({ name, address, set_at: setAt, maker }) => ({
    remote: name,
    address,
    setAt: setAt.toISOString(),
    setBy: maker ?? '',
  }))
}

/** The address of a remote's back end; undefined when it has none. */
export async function findBackEnd(deps: DomainDeps, name: string): Promise<URL | undefined> {
  const [row] = await deps.database.query(
    'select address from remote_back_ends where name = $1',
    [name],
    z.object({ address: z.string() }),
  )
  return row === undefined ? undefined : new URL(row.address)
}

async function requireDeployed(deps: DomainDeps, name: string): Promise<void> {
  if (!(await deployedNow(deps)).some(({ active }) => active.name === name))
    throw new Refusal('not-found', phrase('The module {{name}} is not deployed.', { name }))
}

/** Sets the one address to which calls of a remote are forwarded. Throws 400 and 404. */
export async function setBackEnd(
  deps: DomainDeps,
  name: string,
  address: string,
  { pid, origin }: Administrator,
): Promise<void> {
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw invalid('body.address', 'malformed', 'body.address must be scheme, host and path alone.')
  requireOutsideAddress(url, deps.environment.allowPrivateApps)
  if (url.origin === new URL(deps.environment.publicOrigin).origin)
    throw invalid('body.address', 'own-address', 'body.address is an address of the portal itself.')
  await requireDeployed(deps, name)
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = { address: url.href, set_at: at, set_by: pid }
    await trx
      .insertInto('remote_back_ends')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    const detail = { remote: name, address: url.href }
    await writeAudit(trx, { kind: 'back-end-changed', at, actor: pid, person: null, origin, detail })
  })
}

/** Removes the back end of a remote. Without one nothing changes. */
export async function removeBackEnd(
  deps: DomainDeps,
  name: string,
  { pid, origin }: Administrator,
): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const removed = await trx.deleteFrom('remote_back_ends').where('name', '=', name).executeTakeFirst()
    if (removed.numDeletedRows === 0n) return
    const detail = { remote: name, address: '' }
    await writeAudit(trx, { kind: 'back-end-changed', at, actor: pid, person: null, origin, detail })
  })
}
