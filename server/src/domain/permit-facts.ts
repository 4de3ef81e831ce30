import type { Sayable } from '@portal/contract'
import { Refusal, orgStatus, phrase } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { lookUpOnce } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

const PermitFacts = z.object({
  org: z.string(),
  authority: z.string().nullable(),
  cycle_no: z.number().nullable(),
  balance: z.number().nullable(),
  /** How its agency takes submissions. */
  channels: z.array(z.string()).nullable(),
})
export type PermitFacts = z.infer<typeof PermitFacts>
const OrganizationStatus = z.object({ status: z.string(), legal_name: z.string() })

/** The values that records copy from their permit; undefined if there is no such permit. */
export async function findPermitFacts(
  context: WriteContext,
  pid: string | null | undefined,
): Promise<PermitFacts | undefined> {
  if (pid === null || pid === undefined) return undefined
  const [row] = await lookUpOnce(
    context,
    sql`select p.org, p.authority_pid as authority, p.cycle_no, p.balance, a.channels
      from permits p left join authorities a on a.pid = p.authority_pid where p.pid = ${pid}`,
    PermitFacts,
  )
  return row
}

/**
 * Why an organization cannot get new permits and submissions: it is suspended or closed. Its existing records
 * stay readable. Source: domain.md 1.6.
 */
export async function whyNotActiveOrganization(
  context: WriteContext,
  pid: string | null | undefined,
): Promise<Sayable | null> {
  if (pid === null || pid === undefined) return null
  const [row] = await lookUpOnce(
    context,
    sql`select status, legal_name from orgs where pid = ${pid}`,
    OrganizationStatus,
  )
  if (row === undefined || (row.status !== orgStatus.SUSPENDED && row.status !== orgStatus.CLOSED))
    return null
  return phrase('{{name}} is {{status}}. New records can’t be added.', {
    name: row.legal_name,
    status: row.status.toLowerCase(),
  })
}

/** Throws 409 if the organization is suspended or closed. */
export async function requireActiveOrganization(
  context: WriteContext,
  pid: string | null | undefined,
): Promise<void> {
  const sentence = await whyNotActiveOrganization(context, pid)
  if (sentence !== null) throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/**
 * Condition: packages must be verified by a second person, not by their preparer. False if the stored
 * configuration is older than this setting.
 */
export const secondPersonSql = sql`exists (select 1 from configuration g where g.config @> '{"packages": {"bySecondPerson": true}}')`

/** Must packages be verified by a second person? */
export async function requiresSecondPerson(context: WriteContext): Promise<boolean> {
  const [row] = await lookUpOnce(
    context,
    sql`select ${secondPersonSql} as asked`,
    z.object({ asked: z.boolean() }),
  )
  return row?.asked === true
}
