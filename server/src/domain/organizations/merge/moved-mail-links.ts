import { sql } from 'kysely'
import { z } from 'zod'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { batchSize, remember } from './moved-records.ts'
import type { Move, RememberedRow } from './moved-records.ts'

const kind = 'mail_links'

/**
 * Moves the next batch of links between mail and the organization. A message that is linked to both keeps
 * both links.
 */
export async function moveMailLinks(context: WriteContext, { merge, from, to }: Move): Promise<number> {
  const { deps, trx } = context
  const moved = await run(
    deps.database,
    trx,
    sql`update mail_links l set pid = ${to} where l.collection = 'orgs' and l.pid = ${from} and l.message in (
        select n.message from mail_links n where n.collection = 'orgs' and n.pid = ${from} and not exists (
          select 1 from mail_links o where o.message = n.message and o.collection = 'orgs' and o.pid = ${to})
        order by n.message limit ${batchSize}::bigint) returning l.message`,
    z.object({ message: z.string() }),
  )
  const changes = [{ field: 'pid', from, to }]
  await remember(
    context,
    merge,
    moved.map(({ message }) => ({ kind, pid: message, changes })),
  )
  return moved.length
}

/** Moves links back, except those that were removed since. */
export async function returnMailLinks(
  { deps, trx }: WriteContext,
  rows: readonly RememberedRow[],
  { from, to }: Move,
): Promise<void> {
  const messages = rows.map(({ pid }) => pid)
  await run(
    deps.database,
    trx,
    sql`update mail_links l set pid = ${to} where l.collection = 'orgs' and l.pid = ${from} and l.message = any(${messages}::text[])
      and not exists (select 1 from mail_links o where o.message = l.message and o.collection = 'orgs' and o.pid = ${to})`,
  )
}
