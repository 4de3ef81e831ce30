import type { Actor, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { VisibleRow } from '#engine/transitions/collection-transitions.ts'
import { applyIfPossible } from '#engine/transitions/apply-transition.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'

/** Locks the permit of a record before the record, as the permit's own transitions do. */
export async function lockPermitBefore(context: WriteContext, row: VisibleRow): Promise<void> {
  const [found] = await run(
    context.deps.database,
    context.trx,
    sql`select t.permit ${row.from()}`,
    z.object({ permit: z.string().nullable() }),
  )
  await lockRelated(context, 'permits', found?.permit)
}

/**
 * Makes the transition that follows for the permit of a package or task, if the status map allows it now to
 * the user who caused it or to the portal.
 */
export async function stepPermit(
  context: WriteContext,
  permit: string | null,
  body: TransitionBody,
  judged: Pick<Actor, 'role'> = context.actor,
): Promise<void> {
  const found = await lockRelated(context, 'permits', permit)
  if (found !== undefined) await applyIfPossible(found, body, judged)
}
