import { isAdministrator, isStaff, statusMapChanges } from '@portal/contract'
import type { Actor, PermitStatus, StatusMap, StatusMapSettings, StatusMapView } from '@portal/contract'
import { movesBetween } from '#domain/permits/move-statuses.ts'
import type { DomainDeps } from '#domain/deps.ts'
import {
  countByStatus,
  findMapDraft,
  listVersions,
} from '#platform/configuration/status-map/status-map.queries.ts'
import type { StoredDraft, StoredMapVersion } from '#platform/configuration/status-map/status-map.queries.ts'

/** A status with its client label and the client's transitions only, without internal rules. */
function toClient(status: PermitStatus): PermitStatus {
  const next = status.next
    .filter(({ roles }) => roles.includes('client'))
    .map((step) => ({ ...step, roles: ['client' as const], guard: [] }))
  return {
    ...status,
    label: status.clientLabel,
    labelEs: status.clientLabelEs,
    requires: [],
    notify: [],
    slaDays: null,
    staleAfterDays: null,
    next,
  }
}

function draftShown(
  { statuses, remap, updated_at: at, by }: StoredDraft,
  map: StatusMap,
  counts: Readonly<Record<string, number>>,
): StatusMapSettings['draft'] {
  if (statuses === null) return null
  const moves = movesBetween(map.statuses, statuses, remap ?? {})
  return {
    statuses,
    remap: remap ?? {},
    updatedAt: at?.toISOString() ?? '',
    updatedBy: by,
    changes: statusMapChanges(map.statuses, statuses),
    affected: moves.flatMap(({ from, to }) => {
      const count = counts[from.key] ?? 0
      return count === 0 ? [] : [{ status: from.key, becomes: to.key, count }]
    }),
  }
}

function versionsShown(rows: readonly StoredMapVersion[]): StatusMapSettings['versions'] {
  return rows.map((row, index) => ({
    number: row.number,
    at: row.published_at?.toISOString() ?? null,
    by: row.by,
    note: row.note,
    revertedTo: row.reverted_to,
    moved: row.permits_moved,
    keys: row.statuses.map(({ key }) => key),
    changes: statusMapChanges(rows[index + 1]?.statuses ?? row.statuses, row.statuses),
  }))
}

/**
 * GET /permit-status-map: the map in force with the labels for the role. Administrators also get the draft
 * with its changes and affected permits, the number of permits per status, and all publications.
 */
export async function readStatusMap(
  deps: DomainDeps,
  actor: Actor,
): Promise<StatusMapView | StatusMapSettings> {
  const { database } = deps
  await deps.statusMap.refresh()
  const draft = await findMapDraft(database)
  const map = deps.statusMap.current
  const view = {
    version: draft.version,
    published: map.number,
    statuses: [...map.statuses],
    moved: map.moved,
  }
  if (!isStaff(actor.role)) return { ...view, statuses: view.statuses.map(toClient) }
  if (!isAdministrator(actor.role)) return view
  const [counts, versions] = await Promise.all([countByStatus(database), listVersions(database)])
  return { ...view, draft: draftShown(draft, map, counts), counts, versions: versionsShown(versions) }
}
