import {
  Refusal,
  isAdministrator,
  isStaff,
  requirementChanges,
  requirementsOf,
  seedRequirements,
} from '@portal/contract'
import type {
  Actor,
  AffectedPermits,
  Requirements,
  RequirementsSettings,
  RequirementsView,
} from '@portal/contract'
import {
  countOpenPermits,
  findRequirementsDraft,
  listRequirementVersions,
} from '#platform/configuration/requirements/requirements.queries.ts'
import type {
  OpenGroup,
  StoredRequirementsDraft,
  StoredVersion,
} from '#platform/configuration/requirements/requirements.queries.ts'
import type { DomainDeps } from '../deps.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The open permits for which the draft asks something else than the publication they began with. */
async function affectedBy(
  deps: DomainDeps,
  draft: Requirements,
  groups: readonly OpenGroup[],
): Promise<AffectedPermits[]> {
  const found = new Map<string, AffectedPermits>()
  for (const { authority, codes, permitType, number, count } of groups) {
    const asked = { permitType, authorityCodes: codes }
    const now = requirementsOf(await deps.requirements.at(number), asked)
    const then = requirementsOf(draft, asked)
    const more = then.required.filter((each) => !now.required.includes(each))
    const less = now.required.filter((each) => !then.required.includes(each))
    const others = ({ optional, conditions, fees }: typeof now) => [
      optional.toSorted(),
      conditions.map((condition) => JSON.stringify(condition)).toSorted(),
      fees.toSorted(),
    ]
    const isOtherwiseChanged = !isSame(others(now), others(then))
    if (more.length === 0 && less.length === 0 && !isOtherwiseChanged) continue
    const change = { authority, permitType, more, less, isOtherwiseChanged }
    const key = JSON.stringify(change)
    found.set(key, { ...change, count: count + (found.get(key)?.count ?? 0) })
  }
  return [...found.values()].toSorted((a, other) => other.count - a.count)
}

async function draftShown(
  deps: DomainDeps,
  { requirements, updated_at: at, by }: StoredRequirementsDraft,
  inForce: Requirements,
  groups: readonly OpenGroup[],
): Promise<RequirementsSettings['draft']> {
  if (requirements === null) return null
  return {
    requirements,
    updatedAt: at?.toISOString() ?? '',
    updatedBy: by,
    changes: requirementChanges(inForce, requirements),
    affected: await affectedBy(deps, requirements, groups),
  }
}

const first: StoredVersion = {
  number: 0,
  requirements: seedRequirements,
  published_at: null,
  by: null,
  note: null,
  reverted_to: null,
}

function versionsShown(
  stored: readonly StoredVersion[],
  groups: readonly OpenGroup[],
): RequirementsSettings['versions'] {
  const last = stored.at(-1)
  const rows = last === undefined || last.number === 1 ? [...stored, first] : stored
  return rows.map((row, index) => ({
    number: row.number,
    at: row.published_at?.toISOString() ?? null,
    by: row.by,
    note: row.note,
    revertedTo: row.reverted_to,
    changes: requirementChanges(rows[index + 1]?.requirements ?? row.requirements, row.requirements),
    openPermits: groups.reduce((sum, { number, count }) => sum + (number === row.number ? count : 0), 0),
  }))
}

/**
 * GET /requirements: the requirements in force, for staff. Administrators also get the draft with its changes
 * and the open permits it would change, and all publications.
 */
export async function readRequirements(
  deps: DomainDeps,
  actor: Actor,
): Promise<RequirementsView | RequirementsSettings> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only staff can see the requirements.')
  const { database } = deps
  const { number, requirements } = await deps.requirements.refresh()
  const draft = await findRequirementsDraft(database)
  const view = { version: draft.version, published: number, requirements }
  if (!isAdministrator(actor.role)) return view
  const [groups, versions] = await Promise.all([
    countOpenPermits(database),
    listRequirementVersions(database),
  ])
  return {
    ...view,
    draft: await draftShown(deps, draft, requirements, groups),
    openPermits: groups.reduce((sum, { count }) => sum + count, 0),
    versions: versionsShown(versions, groups),
  }
}
