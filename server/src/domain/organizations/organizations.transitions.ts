import { orgMachine, orgStatus } from '@portal/contract'
import type { GuardContext } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CollectionTransitions } from '#engine/transitions/collection-transitions.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'

const OrgFacts = z.object({ open: z.number() })

/** The number of open permits of an organization. */
async function guardContext({
  context: { deps, trx },
  pid,
}: LockedRecord<'orgs'>): Promise<Pick<GuardContext, 'openPermits'>> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select count(*) as open from permits p where p.org = ${pid} and p.deleted_at is null and p.bucket = 'processing'`,
    OrgFacts,
  )
  return { openPermits: row?.open ?? 0 }
}

export const organizationTransitions: CollectionTransitions<'orgs'> = {
  machine: () => orgMachine,
  guardContext,
  updates: (_organization, { to, reason }) => ({
    status: to,
    suspendedReason: to === orgStatus.SUSPENDED ? (reason ?? null) : null,
  }),
}
