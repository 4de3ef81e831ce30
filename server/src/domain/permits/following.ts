import { localize } from '#platform/language/localize.ts'
import {
  Refusal,
  collections,
  followingKinds,
  successorOf,
  refusalOfAction,
  whyNotFollowing,
  joined,
} from '@portal/contract'
import type { Actor, SuccessorKind, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { createRecordIn } from '#engine/write/create-record.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { whyNotActiveOrganization } from '../permit-facts.ts'
import { withActiveStaff } from '#engine/write/staff-references.ts'
import { inTransition, lockVisible, readVisible } from '#engine/transitions/lock-visible.ts'
import { requireOpen } from '#engine/query/visibility.ts'
import { run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'

const columnOf: Readonly<Record<SuccessorKind, string>> = { amend: 'previous_revision', renew: 'renewal_of' }

/** Number of open amendments or renewals of a permit. */
async function openFollowing({ deps, trx }: WriteContext, kind: SuccessorKind, pid: string): Promise<number> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select count(*) as open from permits f where f.${sql.raw(columnOf[kind])} = ${pid} and f.bucket = 'processing' and f.deleted_at is null`,
    z.object({ open: z.number() }),
  )
  return row?.open ?? 0
}

/** Every reason why a permit cannot be amended or renewed; empty if it can. */
export async function whyNotSuccessor(
  { context, pid, before }: LockedRecord<'permits'>,
  kind: SuccessorKind,
): Promise<Sayable[]> {
  const organization = await whyNotActiveOrganization(context, before.org)
  return [
    ...whyNotFollowing(kind, before, await openFollowing(context, kind, pid)),
    ...(organization === null ? [] : [organization]),
  ]
}

/** Creates the amendment or renewal of a locked permit, which must be possible. Returns its pid. */
export async function createSuccessor(
  { context, pid, before }: LockedRecord<'permits'>,
  kind: SuccessorKind,
): Promise<string> {
  const { deps, trx, actor } = context
  const { permits } = collections
  const values = await withActiveStaff({ ...context, declaration: permits }, successorOf(kind, pid, before))
  return (await createRecordIn(deps, trx, actor, permits, values)).pid
}

/**
 * `GET /permits/{pid}/following`: whether a permit the actor may see can be amended and renewed now, with the reasons if not. Throws 403, 404.
 */
export function listSuccessors(deps: RecordDeps, actor: Actor, pid: string): Promise<unknown> {
  return inTransition(deps, actor, collections.permits, async (context) => {
    const permit = await readVisible(context, pid)
    const refusal = refusalOfAction(collections.permits, actor, 'create')
    const steps = followingKinds.map(async (kind) => {
      const whyNot = [...(refusal === null ? [] : [refusal]), ...(await whyNotSuccessor(permit, kind))]
      return { kind, allowed: whyNot.length === 0, whyNot: whyNot.map(localize(actor.language)) }
    })
    return { following: await Promise.all(steps) }
  })
}

/**
 * `POST /permits/{pid}/amend`, `/renew`: creates the amendment or renewal of a permit, related to it. The permit keeps its decision and is superseded once its amendment is issued. Of two concurrent requests one is refused. Throws 403, 404, 409 with every reason.
 */
export async function followPermitBy(
  deps: RecordDeps,
  actor: Actor,
  kind: SuccessorKind,
  pid: string,
): Promise<{ pid: string }> {
  requireOpen(collections.permits, actor, 'create')
  const made = await inTransition(deps, actor, collections.permits, async (context) => {
    const permit = await lockVisible(context, pid)
    const unmet = await whyNotSuccessor(permit, kind)
    if (unmet.length > 0) throw new Refusal('transition-refused', joined(unmet), { unmet })
    return createSuccessor(permit, kind)
  })
  deps.writes.notify()
  return { pid: made }
}
