import { Refusal, invalid, phrase, requirementsOf, unsentPackages } from '@portal/contract'
import { AffectedPermitsQuery } from '@portal/contract/requirements-move'
import type { Actor, RequirementCase, Requirements } from '@portal/contract'
import type { AffectedPermit, AffectedPermitsPage } from '@portal/contract/requirements-move'
import { sql } from 'kysely'
import { z } from 'zod'
import { findRequirementsDraft } from '#platform/configuration/requirements/requirements.queries.ts'
import { listScheduled } from '#platform/configuration/requirements/schedule.queries.ts'
import type { OpenGroup } from '#platform/configuration/requirements/requirements.queries.ts'
import { parse } from '#platform/http/problems.ts'
import { localize } from '#platform/language/localize.ts'
import type { DomainDeps } from '../deps.ts'
import { compareGroups, sumGroups } from './compare-open-permits.ts'
import type { ComparedGroup } from './compare-open-permits.ts'
import { movedPackage } from './move-permit.ts'
import { caseOfGroup, groupOpenPermits } from './open-permits.ts'
import type { OpenPermits } from './open-permits.ts'
import { requireRequirementsAdministrator } from './require-requirements-administrator.ts'
import { outcomesSql } from './rule-condition-sql.ts'

/** The draft. Throws 409 if there is none. */
export async function requireDraft(deps: DomainDeps): Promise<Requirements> {
  const { requirements } = await findRequirementsDraft(deps.database)
  if (requirements !== null) return requirements
  const sentence = 'There is no draft of the requirements.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/** The contents of a scheduled publication. Throws 400 if there is no such one. */
async function requireScheduled({ database }: DomainDeps, id: number | undefined): Promise<Requirements> {
  const found = (await listScheduled(database)).find((each) => each.id === id)
  if (found !== undefined) return found.requirements
  throw invalid('query.id', 'unknown', phrase('There is no scheduled publication {{id}}.', { id: id ?? 0 }))
}

const Row = z.object({
  pid: z.string(),
  refNo: z.string().nullable(),
  title: z.string(),
  /** Place of its group. */
  at: z.number(),
  package: z.object({ status: z.string(), checklist: z.unknown() }).nullable(),
})

/**
 * The permits of these groups in the order of their creation, each with its latest package that is not sent
 * yet.
 */
function listPermits(
  { database }: DomainDeps,
  { conditions, groups }: OpenPermits,
  { page, pageSize }: AffectedPermitsQuery,
): Promise<z.infer<typeof Row>[]> {
  const listOf = <Value>(valueOf: (group: OpenGroup) => Value) => groups.map((group) => valueOf(group))
  const { sql: text, parameters } =
    sql`with asked as (select * from unnest(${listOf(({ authority }) => authority?.pid ?? '')}::text[],
          ${listOf(({ permitType }) => permitType ?? '')}::text[], ${listOf(({ number }) => number)}::int[],
          ${listOf(({ outcomes }) => outcomes)}::text[]) with ordinality g(authority, permit_type, number, outcomes, at)),
      shown as (select t.pid, t.ref_no, t.title, t.seq, g.at::int as at from asked g
        join permits t on coalesce(t.authority_pid, '') = g.authority and coalesce(t.permit_type, '') = g.permit_type
          and coalesce(t.requirements_number, 0) = g.number and ${outcomesSql(conditions)} = g.outcomes
        where t.bucket = 'processing' and t.status <> 'DRAFT' and t.deleted_at is null
        order by t.seq limit ${pageSize}::int offset ${(page - 1) * pageSize}::bigint)
      select s.pid, s.ref_no as "refNo", s.title, s.at, (select json_build_object('status', r.status, 'checklist', r.checklist)
          from rts r where r.permit = s.pid and r.deleted_at is null and r.status = any(${unsentPackages}::text[]) order by r.cycle_no desc limit 1) as package
      from shown s order by s.seq`.compile(database.kysely)
  return database.slowQuery(text, [...parameters], Row)
}

async function affected(
  deps: DomainDeps,
  actor: Actor,
  target: Requirements,
  group: ComparedGroup,
  asked: RequirementCase,
  row: z.infer<typeof Row>,
): Promise<AffectedPermit> {
  const { authority, permitType, number, differences } = group
  const { pid, refNo, title } = row
  const versions = {
    from: requirementsOf(await deps.requirements.at(number), asked),
    to: requirementsOf(target, asked),
  }
  const moved = row.package === null ? null : movedPackage(row.package, versions)
  const refusal = moved?.refusal ?? null
  return {
    pid,
    refNo,
    title,
    authority,
    permitType,
    number,
    differences,
    checklist: moved?.changes ?? null,
    refusal: refusal === null ? null : localize(actor.language)(refusal),
  }
}

const sum = (groups: readonly OpenGroup[]) => groups.reduce((total, { count }) => total + count, 0)

/**
 * `GET /requirements/permits`: what the draft, a scheduled publication, or the version in force, changes for
 * open permits of other versions: by authority and type, and permit by permit. Throws 403, 400, 409 without a
 * draft.
 */
export async function readAffectedPermits(
  deps: DomainDeps,
  actor: Actor,
  query: unknown,
): Promise<AffectedPermitsPage> {
  requireRequirementsAdministrator(actor)
  const asked = parse(AffectedPermitsQuery, query ?? {}, 'query')
  const { number, requirements } = await deps.requirements.refresh()
  const isInForce = asked.to === 'published'
  const target = isInForce
    ? requirements
    : await (asked.to === 'draft' ? requireDraft(deps) : requireScheduled(deps, asked.id))
  const open = await groupOpenPermits(
    deps,
    target,
    (group) =>
      (!isInForce || group.number !== number) &&
      (asked.authority === undefined || group.authority?.pid === asked.authority) &&
      (asked.permitType === undefined || group.permitType === asked.permitType),
  )
  const { conditions } = open
  const groups = await compareGroups(deps, target, open)
  const permits: AffectedPermit[] = []
  for (const row of await listPermits(deps, { conditions, groups }, asked)) {
    const group = groups[row.at - 1]
    if (group !== undefined)
      permits.push(await affected(deps, actor, target, group, caseOfGroup(group, conditions), row))
  }
  return {
    number: isInForce ? number : null,
    open: sum(open.groups),
    groups: sumGroups(groups),
    permits,
    metadata: { count: sum(groups), page: asked.page, pageSize: asked.pageSize },
  }
}
