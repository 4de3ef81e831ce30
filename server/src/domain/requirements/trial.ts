import {
  Checklist,
  collections,
  documentsLacking,
  invalid,
  newChecklist,
  quoteFees,
  readinessOf,
  requirementCase,
  requirementDifferences,
  requirementsOf,
} from '@portal/contract'
import { TrialQuery, movedChecklist } from '@portal/contract/requirements-move'
import type { Actor, RecordValues } from '@portal/contract'
import type { RequirementsTrial } from '@portal/contract/requirements-move'
import { z } from 'zod'
import { openRecord } from '#engine/query/open-record.ts'
import { toValues } from '#engine/write/writing.ts'
import { parse } from '#platform/http/problems.ts'
import { localize } from '#platform/language/localize.ts'
import type { DomainDeps } from '../deps.ts'
import { requireDraft } from './affected-permits.ts'
import { requireRequirementsAdministrator } from './require-requirements-administrator.ts'

const Permit = z.object({
  pid: z.string(),
  ref_no: z.string().nullable(),
  title: z.string(),
  permit_type: z.string().nullable(),
  authority_pid: z.string().nullable(),
  requirements_number: z.number().nullable(),
})
const Agency = z.object({ pid: z.string(), title: z.string(), codes: z.array(z.string()) })
const agencyText = `select a.pid, a.name as title, array(select c.code from authority_codes c where c.pid = a.pid) as codes from authorities a
  where (a.pid = $1 or a.pid = (select c.pid from authority_codes c where c.code = $1)) and a.deleted_at is null`
const packageText = `select checklist from rts where permit = $1 and deleted_at is null and status <> 'CANCELLED' order by cycle_no desc limit 1`

/**
 * `GET /requirements/trial`: what a copy of a permit needs by the draft, with the documents that the permit
 * has already. Throws 403, 400, 404, 409 without a draft.
 */
export async function tryRequirements(
  deps: DomainDeps,
  actor: Actor,
  query: unknown,
): Promise<RequirementsTrial> {
  requireRequirementsAdministrator(actor)
  const asked = parse(TrialQuery, query ?? {}, 'query')
  const { row } = await openRecord(deps, actor, collections.permits, asked.permit)
  const draft = await requireDraft(deps)
  const permit = Permit.parse(row)
  const { database, requirements } = deps
  const agencyOf = async (pid: string | null) => (await database.query(agencyText, [pid], Agency))[0]
  const own = await agencyOf(permit.authority_pid)
  const agency = asked.authority === undefined ? own : await agencyOf(asked.authority)
  if (asked.authority !== undefined && agency === undefined)
    throw invalid('query.authority', 'unknown-reference', 'query.authority is not an agency')
  const permitType = asked.permitType ?? permit.permit_type
  const number = permit.requirements_number ?? 0
  const values = toValues(collections.permits, row)
  const from = requirementsOf(await requirements.at(number), requirementCase(values, own?.codes ?? []))
  const copy: RecordValues & { permitType: string | null } = { ...values, permitType }
  const to = requirementsOf(draft, requirementCase(copy, agency?.codes ?? []))
  const [found] = await database.query(packageText, [permit.pid], z.object({ checklist: z.unknown() }))
  const present = found === undefined ? newChecklist(from) : Checklist.catch([]).parse(found.checklist ?? [])
  const checklist = movedChecklist(present, from, to)
  return {
    permit: { pid: permit.pid, refNo: permit.ref_no, title: permit.title },
    authority: agency === undefined ? null : { pid: agency.pid, title: agency.title },
    permitType,
    number,
    differences: requirementDifferences(from, to),
    checklist,
    ...readinessOf(checklist),
    unmet: documentsLacking({ checklist }, deps.permitLibrary.current).map(({ sentence }) =>
      localize(actor.language)(sentence),
    ),
    conditions: [...to.conditions],
    fees: [...to.fees],
    amounts: quoteFees(to.amounts, (name) => copy[name]),
    departments: [...to.departments],
    expectedDays: to.expectedDays,
  }
}
