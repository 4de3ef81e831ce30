import { Refusal, phrase } from '@portal/contract'
import type { Sayable } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** SQLSTATE the database raises for any change of a file of a submitted package (decision 0066). */
export const submittedFileCode = 'PF409'

function refusal(detail: Sayable, params: Record<string, unknown> = {}): Refusal {
  return new Refusal('transition-refused', detail, { unmet: [detail], code: 'file-submitted', params })
}

/** The refusal when a submission happened at the same time as the change. */
export const submittedMeanwhile = (): Refusal =>
  refusal('This file was submitted with a package and can’t be deleted, moved or replaced.')

const firstSubmittedText = `with recursive tree as (
    select f.pid, f.name, 0 as depth from files f where f.pid = $1 and f.deleted_at is null
    union all
    select f.pid, f.name, t.depth + 1 from files f join tree t on f.parent_pid = t.pid where f.deleted_at is null
  )
  select t.pid, t.name, t.depth, r.pid as pack, r.ref_no from tree t
    join rts r on r.frozen_files @> array[t.pid] and r.submitted_at is not null order by t.depth, t.name, r.submitted_at limit 1`

/** Throws 409, naming both, when a submitted package contains this file or one in this folder. */
export async function requireNotSubmitted(
  database: Database,
  trx: Transaction<Tables>,
  pid: string,
): Promise<void> {
  const [found] = await database.queryIn(
    trx,
    firstSubmittedText,
    [pid],
    z.object({ pid: z.string(), name: z.string(), depth: z.number(), pack: z.string(), ref_no: z.string() }),
  )
  if (found === undefined) return
  const template =
    found.depth === 0
      ? '"{{name}}" was submitted with {{number}} and can’t be deleted, moved or replaced.'
      : '"{{name}}" in this folder was submitted with {{number}} and can’t be deleted, moved or replaced.'
  throw refusal(phrase(template, { name: found.name, number: found.ref_no }), {
    file: found.pid,
    package: found.pack,
    number: found.ref_no,
  })
}
