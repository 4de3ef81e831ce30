import {
  Refusal,
  isAdministrator,
  isStaff,
  isWithoutDifference,
  requirementChanges,
  seedRequirements,
} from '@portal/contract'
import type {
  Actor,
  AffectedPermits,
  Requirements,
  RequirementsSettings,
  RequirementsView,
  ScheduledRequirements,
} from '@portal/contract'
import {
  findRequirementsDraft,
  listRequirementVersions,
} from '#platform/configuration/requirements/requirements.queries.ts'
import type {
  OpenGroup,
  StoredRequirementsDraft,
  StoredVersion,
} from '#platform/configuration/requirements/requirements.queries.ts'
import {
  findUnknownAgencies,
  requirementProblems,
} from '#platform/configuration/requirements/judge-requirements.ts'
import { listScheduled } from '#platform/configuration/requirements/schedule.queries.ts'
import { localize } from '#platform/language/localize.ts'
import { fromStoredText } from '#platform/language/stored-message.ts'
import type { DomainDeps } from '../deps.ts'
import { compareGroups, sumGroups } from './compare-open-permits.ts'
import { groupOpenPermits } from './open-permits.ts'
import type { OpenPermits } from './open-permits.ts'

/** The open permits for which the draft asks something else than the publication they began with. */
async function affectedBy(
  deps: DomainDeps,
  draft: Requirements,
  open: OpenPermits,
): Promise<AffectedPermits[]> {
  return sumGroups(await compareGroups(deps, draft, open)).map(({ differences, ...group }) => {
    const { documents } = differences
    const types = (changed: typeof documents) => changed.map(({ documentType }) => documentType)
    return {
      ...group,
      differences,
      more: types(documents.filter(({ to }) => to === 'REQUIRED')),
      less: types(documents.filter(({ from }) => from === 'REQUIRED')),
      isOtherwiseChanged:
        documents.some(({ from, to }) => from === 'OPTIONAL' || to === 'OPTIONAL') ||
        !isWithoutDifference({ ...differences, documents: [] }),
    }
  })
}

async function draftShown(
  deps: DomainDeps,
  { requirements, updated_at: at, by }: StoredRequirementsDraft,
  inForce: Requirements,
  open: OpenPermits,
): Promise<RequirementsSettings['draft']> {
  if (requirements === null) return null
  return {
    requirements,
    updatedAt: at?.toISOString() ?? '',
    updatedBy: by,
    changes: requirementChanges(inForce, requirements),
    affected: await affectedBy(deps, requirements, open),
  }
}

/** Scheduled publications, each compared with what is in force until its day. */
async function scheduledShown(
  deps: DomainDeps,
  { language }: Actor,
  inForce: Requirements,
): Promise<ScheduledRequirements[]> {
  const { database } = deps
  const say = localize(language)
  const { library } = await deps.permitLibrary.refresh()
  const rows = await listScheduled(database)
  const all = rows.map(({ requirements }) => requirements)
  const unknown = await findUnknownAgencies(database, all)
  const shown: ScheduledRequirements[] = []
  let before = inForce
  for (const { id, startsOn, note, by, scheduledAt, requirements, state, problems } of rows) {
    const isRefused = state === 'REFUSED'
    const reasons = isRefused
      ? (problems ?? []).map(fromStoredText)
      : requirementProblems(requirements, library, unknown).map(({ detail }) => detail)
    shown.push({
      id,
      from: startsOn,
      scheduledAt: scheduledAt.toISOString(),
      by,
      note,
      requirements,
      changes: requirementChanges(isRefused ? inForce : before, requirements),
      affected: await affectedBy(deps, requirements, await groupOpenPermits(deps, requirements)),
      problems: [...new Set(reasons.map(say))],
      isRefused,
    })
    if (!isRefused && reasons.length === 0) before = requirements
  }
  return shown
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
 * GET /requirements: the requirements in force, for staff. Administrators also get the draft and what is
 * scheduled, with their changes and the open permits they would change, and all publications.
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
  const [open, versions] = await Promise.all([
    groupOpenPermits(deps, draft.requirements),
    listRequirementVersions(database),
  ])
  return {
    ...view,
    draft: await draftShown(deps, draft, requirements, open),
    openPermits: open.groups.reduce((sum, { count }) => sum + count, 0),
    scheduled: await scheduledShown(deps, actor, requirements),
    today: await deps.requirements.today(),
    versions: versionsShown(versions, open.groups),
  }
}
