import {
  PublishBody,
  Refusal,
  RevertBody,
  StatusMapDraft,
  checkRemap,
  checkStatusMap,
  isAdministrator,
  joined,
  keyNow,
  statusMapChanges,
  toStatuses,
  phrase,
  unseenTexts,
} from '@portal/contract'
import type { Actor, MapProblem, PermitStatus, StatusMap } from '@portal/contract'
import type { Transaction } from 'kysely'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { parse } from '#platform/http/problems.ts'
import { changeDraft } from '../change-draft.ts'
import { moveStatus, movesBetween } from '#domain/permits/move-statuses.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { lockVersion, raiseVersion } from '#platform/configuration/configuration.queries.ts'
import {
  findMap,
  insertMap,
  lockMapDraft,
  saveMapDraft,
  usedAmong,
} from '#platform/configuration/status-map/status-map.queries.ts'
import { readStatusMap } from './view.ts'

function requireAdministrator(actor: Actor): void {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can change the permit status map.')
}

/** Throws 400 that lists every problem of a map. */
function refuse(problems: readonly MapProblem[]): void {
  if (problems.length > 0)
    throw new Refusal('validation-failed', joined(problems.map(({ detail }) => detail)), {
      errors: [...problems],
    })
}

interface Publication {
  statuses: readonly PermitStatus[]
  remap: Readonly<Record<string, string>>
  note: string | null
  revertedTo: number | null
}

type Locked = Awaited<ReturnType<typeof lockMapDraft>>

/** Changes the draft of the map. Throws 409 with the current view if the version is stale. */
const changing = (
  deps: DomainDeps,
  actor: Actor,
  version: number,
  work: (trx: Transaction<Tables>, draft: Locked) => Promise<void>,
): Promise<unknown> =>
  changeDraft(
    deps,
    {
      lock: (trx) => lockMapDraft(deps.database, trx),
      view: async () => {
        await deps.statusMap.refresh()
        return readStatusMap(deps, actor)
      },
      changed: 'The permit status map was changed by someone else.',
    },
    version,
    work,
  )

/** The statuses that the new map removes, and whether permits are in them. */
async function goneFrom(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  map: StatusMap,
  statuses: readonly PermitStatus[],
) {
  const gone = map.statuses.filter(({ key }) => !statuses.some((status) => status.key === key))
  const used = await usedAmong(
    deps.database,
    trx,
    gone.map(({ key }) => key),
  )
  return gone.map((status) => ({ status, isUsed: used.has(status.key) }))
}

/**
 * A status with permits cannot change between processing and processed, because the dates and clocks of the
 * permits depend on it.
 */
function bucketProblems(
  map: StatusMap,
  statuses: readonly PermitStatus[],
  used: ReadonlySet<string>,
): MapProblem[] {
  return statuses.flatMap(({ key, label, bucket }, index) => {
    const before = map.statuses.find((status) => status.key === key)
    if (before === undefined || before.bucket === bucket || !used.has(key)) return []
    const detail = phrase('Permits have the status {{label}}: add another status and move them there.', {
      label,
    })
    return [{ path: `body.statuses.${index}.bucket`, code: 'in-use', detail }]
  })
}

/** Throws 400 with every reason why a map cannot replace the one in force. */
async function judge(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  { statuses, remap }: Pick<Publication, 'statuses' | 'remap'>,
): Promise<void> {
  const map = deps.statusMap.current
  const gone = await goneFrom(deps, trx, map, statuses)
  const used = await usedAmong(
    deps.database,
    trx,
    statuses.map(({ key }) => key),
  )
  refuse([
    ...checkStatusMap(statuses),
    ...bucketProblems(map, statuses, used),
    ...checkRemap(gone, remap, statuses),
  ])
}

/** Every removed status, also of earlier publications, with the status that now replaces it. */
function movedOver(map: StatusMap, { statuses, remap }: Publication): Record<string, string> {
  const next: StatusMap = { number: map.number + 1, statuses, moved: { ...map.moved, ...remap } }
  const known = new Set(statuses.map(({ key }) => key))
  const gone = Object.keys(next.moved).filter((key) => !known.has(key))
  return Object.fromEntries(gone.map((key) => [key, keyNow(next, key)]))
}

/**
 * PATCH /permit-status-map: saves or discards the draft. 400 lists every error; 409 includes the current
 * view.
 */
export async function draftStatusMap(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  requireAdministrator(actor)
  const { version, statuses: rows, remap } = parse(StatusMapDraft, body ?? {}, 'body')
  return changing(deps, actor, version, async (trx, before) => {
    await deps.statusMap.lockShared(trx)
    const at = deps.clock.now()
    const statuses = rows === null ? null : toStatuses(rows)
    const known = [before.statuses, deps.statusMap.current.statuses]
    if (rows !== null) refuse([...unseenTexts(known, rows, 'body.statuses'), ...checkStatusMap(rows)])
    if (statuses !== null) await judge(deps, trx, { statuses, remap })
    await saveMapDraft(deps.database, trx, {
      version: version + 1,
      statuses,
      remap: statuses === null ? null : remap,
      at,
      by: actor.pid,
    })
    const changes = statuses === null ? [] : statusMapChanges(deps.statusMap.current.statuses, statuses)
    const action = statuses === null ? 'map-draft-discarded' : 'map-drafted'
    await appendEvent(trx, {
      collection: 'config',
      pid: 'permit-status-map',
      action,
      version: version + 1,
      actor: actor.pid,
      at,
      changes,
    })
  })
}

/**
 * Puts a map into force: moves the permits of removed or changed statuses with their history, and notifies
 * all servers and open pages. All of this is one transaction under the exclusive lock, so no transition of a
 * permit overlaps it.
 */
async function publish(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  draftVersion: number,
  publication: Publication,
): Promise<void> {
  const { database } = deps
  const { statuses, remap, note, revertedTo } = publication
  await judge(deps, trx, publication)
  const map = deps.statusMap.current
  const at = deps.clock.now()
  const number = map.number + 1
  let permitsMoved = 0
  for (const move of movesBetween(map.statuses, statuses, remap)) {
    permitsMoved += await moveStatus(database, trx, move, {
      now: at,
      by: actor.pid,
      job: `permit-status-map-${number}`,
    })
  }
  await insertMap(database, trx, {
    number,
    statuses,
    moved: movedOver(map, publication),
    at,
    by: actor.pid,
    note,
    revertedTo,
    permitsMoved,
  })
  await saveMapDraft(database, trx, {
    version: draftVersion + 1,
    statuses: null,
    remap: null,
    at,
    by: actor.pid,
  })
  const version = (await lockVersion(trx, at)) + 1
  await raiseVersion(trx, version, at, actor.pid)
  const told = Object.entries(remap).map(([from, to]) => ({ field: `${from}.remap`, from, to }))
  const changes = [
    ...statusMapChanges(map.statuses, statuses),
    ...told,
    ...(note === null ? [] : [{ field: 'note', from: null, to: note }]),
  ]
  const action = revertedTo === null ? 'map-published' : 'map-reverted'
  await appendEvent(trx, {
    collection: 'config',
    pid: 'permit-status-map',
    action,
    version,
    actor: actor.pid,
    at,
    changes,
  })
}

/** Waits for running transitions, blocks new ones, and loads the newest map. */
async function close(deps: DomainDeps, trx: Transaction<Tables>): Promise<void> {
  await deps.statusMap.lockExclusive(trx)
  await deps.statusMap.lockShared(trx)
}

function refuseNothing(detail: string): never {
  throw new Refusal('transition-refused', detail, { unmet: [detail] })
}

/** POST /permit-status-map/publish: puts the draft into force. */
export async function publishStatusMap(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  requireAdministrator(actor)
  const { version, note } = parse(PublishBody, body ?? {}, 'body')
  const view = await changing(deps, actor, version, async (trx, { statuses, remap }) => {
    if (statuses === null) return refuseNothing('There is no draft to publish.')
    await close(deps, trx)
    await publish(deps, trx, actor, version, {
      statuses,
      remap: remap ?? {},
      note: note || null,
      revertedTo: null,
    })
  })
  deps.writes.notify()
  return view
}

/** POST /permit-status-map/revert: publishes an earlier map again and discards the draft. */
export async function revertStatusMap(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  requireAdministrator(actor)
  const { version, note, to, remap } = parse(RevertBody, body ?? {}, 'body')
  const view = await changing(deps, actor, version, async (trx) => {
    await close(deps, trx)
    const target = to ?? deps.statusMap.current.number - 1
    if (target < 0) return refuseNothing('There is no earlier map to restore.')
    const earlier = await findMap(deps.database, trx, target)
    if (earlier === undefined)
      throw new Refusal(
        'validation-failed',
        phrase('body.to: there is no publication {{target}}', { target }),
        {
          errors: [
            {
              path: 'body.to',
              code: 'unknown',
              detail: phrase('There is no publication {{target}}', { target }),
            },
          ],
        },
      )
    await publish(deps, trx, actor, version, {
      statuses: earlier.statuses,
      remap,
      note: note || null,
      revertedTo: target,
    })
  })
  deps.writes.notify()
  return view
}
