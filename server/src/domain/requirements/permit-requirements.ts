import {
  Refusal,
  collections,
  isStaff,
  isWithoutDifference,
  requirementDifferences,
  requirementsOf,
} from '@portal/contract'
import type { Actor, PermitRequirements, RequirementsOfPermit } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { openRecord } from '#engine/query/open-record.ts'
import type { RecordDeps } from '#engine/query/reading.ts'

/** What decides the requirements of a permit. */
export interface RequirementFacts {
  permitType: string | null
  /** Pid of the authority. */
  authority: string | null
  /** Number of the publication with which the permit began; null is number 0. */
  requirementsNumber: number | null
}

const codesText = 'select code from authority_codes where pid = $1'
const Row = z.object({ code: z.string() })

/** The requirements of a permit, of the publication with which it began. */
export async function findRequirements(
  { database, requirements }: Pick<RecordDeps, 'database' | 'requirements'>,
  { permitType, authority, requirementsNumber }: RequirementFacts,
  trx?: Transaction<Tables>,
): Promise<PermitRequirements> {
  const codes =
    trx === undefined
      ? await database.query(codesText, [authority], Row)
      : await database.queryIn(trx, codesText, [authority], Row)
  const authorityCodes = codes.map(({ code }) => code)
  return requirementsOf(await requirements.at(requirementsNumber ?? 0, trx), { permitType, authorityCodes })
}

const Facts = z.object({
  permit_type: z.string().nullable(),
  authority_pid: z.string().nullable(),
  requirements_number: z.number().nullable(),
})

/** GET /permits/{pid}/requirements, of a permit that the actor may see. Throws 403, 404. */
export async function readPermitRequirements(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
): Promise<RequirementsOfPermit> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only staff can see the requirements.')
  const { row } = await openRecord(deps, actor, collections.permits, pid)
  const facts = Facts.parse(row)
  const number = facts.requirements_number ?? 0
  const asked = { permitType: facts.permit_type, authority: facts.authority_pid }
  const own = await findRequirements(deps, { ...asked, requirementsNumber: number })
  const { number: newest } = await deps.requirements.refresh()
  const later =
    newest === number ? own : await findRequirements(deps, { ...asked, requirementsNumber: newest })
  const { required, optional, conditions, fees } = own
  return {
    number,
    inForce: { number: newest, isOther: !isWithoutDifference(requirementDifferences(own, later)) },
    required: [...required],
    optional: [...optional],
    conditions: [...conditions],
    fees: [...fees],
  }
}
