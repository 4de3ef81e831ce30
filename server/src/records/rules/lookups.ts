import type { Sayable } from '@portal/contract'
import { Refusal, phrase } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { lookUpOnce } from '../writing.ts'
import type { WriteContext } from '../writing.ts'

const PermitFacts = z.object({
  org: z.string(),
  authority: z.string().nullable(),
  cycle_no: z.number().nullable(),
  permit_type: z.string().nullable(),
  balance: z.number().nullable(),
})
export type PermitFacts = z.infer<typeof PermitFacts>
const OrganizationStatus = z.object({ status: z.string(), legal_name: z.string() })

/** What records of a permit copy from it; undefined when there is no such permit. */
export async function findPermitFacts(context: WriteContext, pid: unknown): Promise<PermitFacts | undefined> {
  if (typeof pid !== 'string') return undefined
  const [row] = await lookUpOnce(
    context,
    sql`select org, authority, cycle_no, permit_type, balance from permits where pid = ${pid}`,
    PermitFacts,
  )
  return row
}

/**
 * Why an organization takes no new permits and submissions: it is suspended or closed. What it has stays
 * readable. Source: domain.md 1.6.
 */
export async function whyNotActiveOrganization(context: WriteContext, pid: unknown): Promise<Sayable | null> {
  if (typeof pid !== 'string') return null
  const [row] = await lookUpOnce(
    context,
    sql`select status, legal_name from orgs where pid = ${pid}`,
    OrganizationStatus,
  )
  if (row === undefined || (row.status !== 'SUSPENDED' && row.status !== 'CLOSED')) return null
  return phrase('{{name}} is {{status}} and takes nothing new.', {
    name: row.legal_name,
    status: row.status.toLowerCase(),
  })
}

/** Refuses (409) what is new for a suspended or closed organization. */
export async function requireActiveOrganization(context: WriteContext, pid: unknown): Promise<void> {
  const sentence = await whyNotActiveOrganization(context, pid)
  if (sentence !== null) throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/**
 * Condition that somebody else than its preparer verifies a package. A configuration an older release stored
 * asks for none.
 */
export const secondPersonSql = sql`exists (select 1 from configuration g where g.config @> '{"packages": {"bySecondPerson": true}}')`

/** Must somebody else than its preparer verify a package? */
export async function requiresSecondPerson(context: WriteContext): Promise<boolean> {
  const [row] = await lookUpOnce(
    context,
    sql`select ${secondPersonSql} as asked`,
    z.object({ asked: z.boolean() }),
  )
  return row?.asked === true
}
