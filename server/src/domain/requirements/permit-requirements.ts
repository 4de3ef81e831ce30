import {
  Refusal,
  collections,
  isStaff,
  isWithoutDifference,
  quoteFees,
  requirementCase,
  requirementDifferences,
  requirementsOf,
} from '@portal/contract'
import type { Actor, PermitRequirements, RecordValues, RequirementsOfPermit } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { openRecord } from '#engine/query/open-record.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { lookUpOnce, toValues } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

/** What decides the requirements of a permit: these, and the fields that rules name. */
export interface RequirementFacts extends RecordValues {
  permitType: string | null
  /** Pid of the authority. */
  authority: string | null
  /** Number of the publication with which the permit began; null is number 0. */
  requirementsNumber: number | null
}

const codesText = 'select code from authority_codes where pid = $1'
const Row = z.object({ code: z.string() })
const PermitRow = z.record(z.string(), z.unknown())
const Charged = z.object({ fee: z.string(), amount: z.number() })
const chargedText = `select fee_code as fee, sum(amount)::bigint as amount from payments
  where permit = $1 and kind = 'FEE' and status not in ('DRAFT', 'VOID') and deleted_at is null and fee_code is not null group by 1`

/** The requirements of a permit, of the publication with which it began. */
export async function findRequirements(
  { database, requirements }: Pick<RecordDeps, 'database' | 'requirements'>,
  permit: RequirementFacts,
  trx?: Transaction<Tables>,
): Promise<PermitRequirements> {
  const codes =
    trx === undefined
      ? await database.query(codesText, [permit.authority], Row)
      : await database.queryIn(trx, codesText, [permit.authority], Row)
  return requirementsOf(
    await requirements.at(permit.requirementsNumber ?? 0, trx),
    requirementCase(
      permit,
      codes.map(({ code }) => code),
    ),
  )
}

/** The requirements of a permit that a record of this write belongs to; null if there is no such permit. */
export async function requirementsOfPermit(
  context: WriteContext,
  pid: string,
): Promise<PermitRequirements | null> {
  const [row] = await lookUpOnce(context, sql`select t.* from permits t where t.pid = ${pid}`, PermitRow)
  if (row === undefined) return null
  return findRequirements(context.deps, toValues(collections.permits, row), context.trx)
}

/** GET /permits/{pid}/requirements, of a permit that the actor may see. Throws 403, 404. */
export async function readPermitRequirements(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
): Promise<RequirementsOfPermit> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only staff can see the requirements.')
  const { row } = await openRecord(deps, actor, collections.permits, pid)
  const permit = toValues(collections.permits, row)
  const values: RecordValues = permit
  const number = permit.requirementsNumber ?? 0
  const own = await findRequirements(deps, permit)
  const { number: newest } = await deps.requirements.refresh()
  const later =
    newest === number ? own : await findRequirements(deps, { ...permit, requirementsNumber: newest })
  const { required, optional, conditions, fees, departments, expectedDays } = own
  const charged = own.amounts.length === 0 ? [] : await deps.database.query(chargedText, [pid], Charged)
  const chargedFor = (code: string) => charged.find(({ fee }) => fee === code)?.amount ?? 0
  return {
    number,
    inForce: { number: newest, isOther: !isWithoutDifference(requirementDifferences(own, later)) },
    required: [...required],
    optional: [...optional],
    conditions: [...conditions],
    fees: [...fees],
    amounts: quoteFees(own.amounts, (name) => values[name]).map((quote) => ({
      ...quote,
      charged: chargedFor(quote.fee),
    })),
    departments: [...departments],
    expectedDays,
  }
}
