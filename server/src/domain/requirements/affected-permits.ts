import { Refusal, requirementsOf, unsentPackages } from '@portal/contract'
import { AffectedPermitsQuery } from '@portal/contract/requirements-move'
import type { Actor, Requirements } from '@portal/contract'
import type { AffectedPermit, AffectedPermitsPage } from '@portal/contract/requirements-move'
import { z } from 'zod'
import {
  countOpenPermits,
  findRequirementsDraft,
} from '#platform/configuration/requirements/requirements.queries.ts'
import type { OpenGroup } from '#platform/configuration/requirements/requirements.queries.ts'
import { parse } from '#platform/http/problems.ts'
import { localize } from '#platform/language/localize.ts'
import type { DomainDeps } from '../deps.ts'
import { compareGroups, sumGroups } from './compare-open-permits.ts'
import type { ComparedGroup } from './compare-open-permits.ts'
import { movedPackage } from './move-permit.ts'
import { requireRequirementsAdministrator } from './require-requirements-administrator.ts'

/** The draft. Throws 409 if there is none. */
export async function requireDraft(deps: DomainDeps): Promise<Requirements> {
  const { requirements } = await findRequirementsDraft(deps.database)
  if (requirements !== null) return requirements
  const sentence = 'There is no draft of the requirements.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
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
  groups: readonly OpenGroup[],
  { page, pageSize }: AffectedPermitsQuery,
): Promise<z.infer<typeof Row>[]> {
  return database.slowQuery(
    `with asked as (select * from unnest($1::text[], $2::text[], $3::int[]) with ordinality g(authority, permit_type, number, at)),
      shown as (select p.pid, p.ref_no, p.title, p.seq, g.at::int as at from asked g
        join permits p on coalesce(p.authority_pid, '') = g.authority and coalesce(p.permit_type, '') = g.permit_type
          and coalesce(p.requirements_number, 0) = g.number
        where p.bucket = 'processing' and p.status <> 'DRAFT' and p.deleted_at is null
        order by p.seq limit $4::int offset $5::bigint)
      select s.pid, s.ref_no as "refNo", s.title, s.at, (select json_build_object('status', r.status, 'checklist', r.checklist)
          from rts r where r.permit = s.pid and r.deleted_at is null and r.status = any($6::text[]) order by r.cycle_no desc limit 1) as package
      from shown s order by s.seq`,
    [
      groups.map(({ authority }) => authority?.pid ?? ''),
      groups.map(({ permitType }) => permitType ?? ''),
      groups.map(({ number }) => number),
      pageSize,
      (page - 1) * pageSize,
      unsentPackages,
    ],
    Row,
  )
}

async function affected(
  deps: DomainDeps,
  actor: Actor,
  target: Requirements,
  group: ComparedGroup,
  row: z.infer<typeof Row>,
): Promise<AffectedPermit> {
  const { authority, permitType, codes, number, differences } = group
  const { pid, refNo, title } = row
  const asked = { permitType, authorityCodes: codes }
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
 * `GET /requirements/permits`: what the draft, or the version in force, changes for open permits of other
 * versions: by authority and type, and permit by permit. Throws 403, 400, 409 without a draft.
 */
export async function readAffectedPermits(
  deps: DomainDeps,
  actor: Actor,
  query: unknown,
): Promise<AffectedPermitsPage> {
  requireRequirementsAdministrator(actor)
  const asked = parse(AffectedPermitsQuery, query ?? {}, 'query')
  const { number, requirements } = await deps.requirements.refresh()
  const isDraft = asked.to === 'draft'
  const target = isDraft ? await requireDraft(deps) : requirements
  const open = (await countOpenPermits(deps.database)).filter(
    (group) =>
      (isDraft || group.number !== number) &&
      (asked.authority === undefined || group.authority?.pid === asked.authority) &&
      (asked.permitType === undefined || group.permitType === asked.permitType),
  )
  const groups = await compareGroups(deps, target, open)
  const permits: AffectedPermit[] = []
  for (const row of await listPermits(deps, groups, asked)) {
    const group = groups[row.at - 1]
    if (group !== undefined) permits.push(await affected(deps, actor, target, group, row))
  }
  return {
    number: isDraft ? null : number,
    open: sum(open),
    groups: sumGroups(groups),
    permits,
    metadata: { count: sum(groups), page: asked.page, pageSize: asked.pageSize },
  }
}
