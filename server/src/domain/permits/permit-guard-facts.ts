import {
  Checklist,
  LocalDate,
  certificateFields,
  clientSignOffOf,
  emptyGuardContext,
  englishFieldLabel,
} from '@portal/contract'
import { AskedSince, lateDocuments } from '@portal/contract/requirements-move'
import type { GuardContext } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { secondPersonSql } from '#domain/permit-facts.ts'
import { libraryFacts } from '../permit-library/library-facts.ts'
import { standInFor } from '../users/absence/assign-stand-in.ts'
import { columnName } from '#engine/sql/columns.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

const Named = z.object({ pid: z.string(), name: z.string() }).nullable()
const PermitFacts = z.object({
  package_status: z.string().nullable(),
  second_person: z.boolean(),
  preparer: Named,
  verifier: Named,
  client: z.record(z.string(), z.unknown()),
  approver: z.string().nullable(),
  return_reason: z.string().nullable(),
  asked_since: AskedSince.nullable(),
  checklist: Checklist.nullable(),
  blocking: z.number(),
  waiting: z.number(),
  handed_in: z.number(),
  corrections: z.object({ open: z.number(), ofClient: z.number(), answeredByClient: z.number() }),
  held_from: z.string().nullable(),
  balance: z.number().nullable(),
  before_submit: z.number(),
  before_issue: z.number(),
  org_before_submit: z.number(),
  org_before_issue: z.number(),
  amendments: z.number(),
  certificates: z.record(z.string(), LocalDate.nullable()).nullable(),
})

const openTask = sql.raw(`k.deleted_at is null and k.status not in ('DONE', 'CANCELLED')`)

/** A condition of severity NOTICE does not block anything. */
const unmetCondition = sql.raw(
  `c.status = 'OPEN' and c.severity <> 'NOTICE' and c.kind in ('PRIOR_TO_SUBMIT', 'PRIOR_TO_ISSUE')`,
)

/**
 * Counts of the open conditions of a permit `p` and of its organization. Conditions required before
 * submission also block issuance.
 */
const openConditionsSql = sql`(select count(*) filter (where not o.of_org and o.kind = 'PRIOR_TO_SUBMIT') as before_submit,
        count(*) filter (where not o.of_org) as before_issue,
        count(*) filter (where o.of_org and o.kind = 'PRIOR_TO_SUBMIT') as org_before_submit,
        count(*) filter (where o.of_org) as org_before_issue
      from (select c.kind, false as of_org from conditions c where c.permit = p.pid and ${unmetCondition}
        union all select c.kind, true from conditions c join orgs g on g.pid = c.org and g.deleted_at is null where c.org = p.org and ${unmetCondition}) o)`

/** Counts of the comments that the current cycle of a permit `p` answers. */
const openCorrectionsSql = sql`(select json_build_object('open', count(*) filter (where c.status = 'OPEN'),
        'ofClient', count(*) filter (where c.status = 'OPEN' and c.for_client),
        'answeredByClient', count(*) filter (where c.status = 'ANSWERED' and c.for_client))
      from corrections c where c.permit = p.pid and c.cycle_no = coalesce(p.cycle_no, 1))`

/** A person by pid and name; null if the person no longer exists. */
const namedSql = (pid: string) =>
  sql.raw(`(select json_build_object('pid', u.pid, 'name', u.name) from users u where u.pid = ${pid})`)

/** The sign-offs of a package `r`. Its preparer is the assignee, otherwise the person who created it. */
const signOffSql = sql`r.status as package_status,
      ${secondPersonSql} as second_person,
      ${namedSql('coalesce(r.assigned_to, r.created_by)')} as preparer, ${namedSql('r.verified_by')} as verifier,
      json_build_object('clientAskedAt', r.client_asked_at, 'clientApprovedAt', r.client_approved_at, 'clientReturnedAt', r.client_returned_at) as client,
      r.client_approved_by as approver, r.client_return_reason as return_reason,
      r.asked_since, case when r.asked_since is not null then r.checklist end as checklist`

/** The dates on which licenses and insurances of the client of a permit `p` expire, by field. */
const certificatesSql = sql.raw(
  `(select json_build_object(${certificateFields.map(([field]) => `'${field}', g.${columnName(field)}`).join(', ')}) from orgs g where g.pid = p.org)`,
)

/**
 * The facts for a permit's guards in one query: its package, tasks, fees, conditions and those of its
 * organization, certificates, amendments and history. The package is the given one, or that of the current
 * cycle.
 */
function permitFactsSql(permit: string | null, pack: string | null): RawBuilder<unknown> {
  const ofCycle = sql`r.permit = p.pid and r.cycle_no = coalesce(p.cycle_no, 1)`
  return sql`select ${signOffSql},
      (select count(*) from tasks k where k.permit = p.pid and ${openTask} and k.blocks_transition) as blocking,
      (select count(*) from tasks k where k.permit = p.pid and ${openTask} and k.audience = 'CLIENT' and k.status <> 'SUBMITTED') as waiting,
      (select count(*) from tasks k where k.permit = p.pid and ${openTask} and k.audience = 'CLIENT' and k.status = 'SUBMITTED') as handed_in,
      ${openCorrectionsSql} as corrections,
      (select c.value->>'from' from record_history h, jsonb_array_elements(h.changes) c
        where h.pid = p.pid and h.action <> 'undo' and c.value->>'field' = 'status' and c.value->>'to' = 'ON_HOLD' order by h.id desc limit 1) as held_from,
      p.balance,
      n.before_submit, n.before_issue, n.org_before_submit, n.org_before_issue,
      (select count(*) from permits a where a.previous_revision = p.pid and a.bucket = 'processing' and a.deleted_at is null) as amendments,
      ${certificatesSql} as certificates
    from permits p cross join lateral ${openConditionsSql} n
      left join rts r on ${pack === null ? ofCycle : sql`r.pid = ${pack}`} and r.deleted_at is null
    where p.pid = ${permit}`
}

/** The certificates whose last day is over. */
const expired = (dates: Readonly<Record<string, LocalDate | null>>, today: LocalDate) =>
  certificateFields.flatMap(([field, declared]) => {
    const day = dates[field] ?? null
    return day !== null && day < today ? [{ label: englishFieldLabel(field, declared), day }] : []
  })

/** The facts of a permit for its guards, and for those of its package. */
export async function permitFacts(
  context: WriteContext,
  permit: string | null,
  pack: string | null,
): Promise<GuardContext> {
  const { deps, trx, today } = context
  const [found] = await run(deps.database, trx, permitFactsSql(permit, pack), PermitFacts)
  if (found === undefined) return emptyGuardContext
  return {
    ...emptyGuardContext,
    library: deps.permitLibrary.current,
    lateDocuments: found.asked_since === null ? [] : lateDocuments(found.checklist ?? [], found.asked_since),
    ...(await libraryFacts(context, permit)),
    heldFrom: found.held_from,
    packageStatus: found.package_status,
    signOff: {
      bySecondPerson: found.second_person,
      preparer: found.preparer,
      standIn: found.second_person ? await standInFor(context, found.preparer?.pid ?? null) : null,
      verifier: found.verifier,
      client: clientSignOffOf(found.client),
      approver: found.approver,
      returnReason: found.return_reason,
    },
    blockingTasks: found.blocking,
    clientTasks: found.waiting,
    clientAnswers: found.handed_in,
    corrections: found.corrections,
    balance: found.balance ?? 0,
    openConditions: { beforeSubmit: found.before_submit, beforeIssue: found.before_issue },
    organizationConditions: { beforeSubmit: found.org_before_submit, beforeIssue: found.org_before_issue },
    openAmendments: found.amendments,
    expiredCertificates: expired(found.certificates ?? {}, today),
  }
}
