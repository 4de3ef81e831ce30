import { Refusal } from '@portal/contract'
import { sql } from 'kysely'
import { run } from '../writing.ts'
import type { WriteContext } from '../writing.ts'

export interface PermitFacts {
  org: string
  authority: string | null
  cycle_no: number | null
}

/** What records of a permit copy from it; undefined when there is no such permit. */
export async function findPermitFacts({ deps, trx }: WriteContext, pid: unknown): Promise<PermitFacts | undefined> {
  if (typeof pid !== 'string') return undefined
  const [row] = await run<PermitFacts>(deps.database, trx, sql`select org, authority, cycle_no from permits where pid = ${pid}`)
  return row
}

/** A suspended or closed organization gets no new permits and submissions; what it has stays readable. Source: domain.md 1.6. */
export async function requireActiveOrganization({ deps, trx }: WriteContext, pid: unknown): Promise<void> {
  if (typeof pid !== 'string') return
  const [row] = await run<{ status: string; legal_name: string }>(deps.database, trx, sql`select status, legal_name from orgs where pid = ${pid}`)
  if (row === undefined || (row.status !== 'SUSPENDED' && row.status !== 'CLOSED')) return
  const sentence = `${row.legal_name} is ${row.status.toLowerCase()} and takes nothing new.`
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}
