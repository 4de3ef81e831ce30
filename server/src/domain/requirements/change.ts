import {
  PublishRequirements,
  Refusal,
  RequirementsDraft,
  RevertRequirements,
  WithdrawRequirements,
  addDays,
  formatDay,
  invalid,
  joined,
  maxScheduled,
  maxScheduledDays,
  phrase,
  requirementChanges,
  unseenTexts,
} from '@portal/contract'
import type { Actor, LocalDate, MapProblem, Requirements } from '@portal/contract'
import type { Transaction } from 'kysely'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { parse } from '#platform/http/problems.ts'
import { changeDraft } from '../configuration/change-draft.ts'
import {
  insertRequirements,
  lockRequirementsDraft,
  nextRequirementsNumber,
  saveRequirementsDraft,
} from '#platform/configuration/requirements/requirements.queries.ts'
import {
  findUnknownAgencies,
  requirementProblems,
} from '#platform/configuration/requirements/judge-requirements.ts'
import {
  endScheduled,
  findScheduled,
  insertScheduled,
  listWaiting,
} from '#platform/configuration/requirements/schedule.queries.ts'
import type { DomainDeps } from '../deps.ts'
import { requireRequirementsAdministrator } from './require-requirements-administrator.ts'
import { readRequirements } from './view.ts'

/** Throws 400 with every reason why these requirements cannot be used, those found before first. */
async function judge(
  { database, permitLibrary }: DomainDeps,
  trx: Transaction<Tables>,
  requirements: Requirements,
  found: readonly MapProblem[] = [],
): Promise<void> {
  const unknown = await findUnknownAgencies(database, [requirements], trx)
  const problems = [...found, ...requirementProblems(requirements, permitLibrary.current, unknown)]
  if (problems.length > 0)
    throw new Refusal('validation-failed', joined(problems.map(({ detail }) => detail)), { errors: problems })
}

type Locked = Awaited<ReturnType<typeof lockRequirementsDraft>>

/**
 * Changes the draft, after publications whose day has come. Throws 409 with the current view if the version
 * is stale.
 */
const changing = (
  deps: DomainDeps,
  actor: Actor,
  version: number,
  work: (trx: Transaction<Tables>, draft: Locked) => Promise<void>,
): Promise<unknown> =>
  changeDraft(
    deps,
    {
      async lock(trx) {
        await deps.requirements.publishDue(trx)
        return lockRequirementsDraft(deps.database, trx)
      },
      view: () => readRequirements(deps, actor),
      changed: 'The requirements were changed by someone else.',
    },
    version,
    work,
  )

/** PATCH /requirements: saves or discards the draft. */
export async function draftRequirements(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  requireRequirementsAdministrator(actor)
  const { version, requirements } = parse(RequirementsDraft, body ?? {}, 'body')
  return changing(deps, actor, version, async (trx, before) => {
    if (requirements !== null) {
      const { requirements: inForce } = await deps.requirements.refresh(trx)
      const known = [before.requirements, inForce]
      await judge(deps, trx, requirements, unseenTexts(known, requirements, 'body.requirements'))
    }
    const at = deps.clock.now()
    const draft = { version: version + 1, requirements, at, by: actor.pid }
    await saveRequirementsDraft(deps.database, trx, draft)
    await appendEvent(trx, {
      collection: 'config',
      pid: 'requirements',
      action: requirements === null ? 'requirements-draft-discarded' : 'requirements-drafted',
      version: version + 1,
      actor: actor.pid,
      at,
    })
  })
}

/** The differences between two versions as the history has them. */
const changedParts = (before: Requirements, after: Requirements) =>
  requirementChanges(before, after).map(({ part, from, to }) => ({ field: part, from, to }))

interface Publication {
  requirements: Requirements
  note: string | null
  revertedTo: number | null
}

async function publish(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  draftVersion: number,
  { requirements, note, revertedTo }: Publication,
): Promise<void> {
  await judge(deps, trx, requirements)
  const { database } = deps
  const at = deps.clock.now()
  const number = await nextRequirementsNumber(database, trx)
  const before = await deps.requirements.at(number - 1, trx)
  await insertRequirements(database, trx, { number, requirements, at, by: actor.pid, note, revertedTo })
  await saveRequirementsDraft(database, trx, {
    version: draftVersion + 1,
    requirements: null,
    at,
    by: actor.pid,
  })
  await appendEvent(trx, {
    collection: 'config',
    pid: 'requirements',
    action: revertedTo === null ? 'requirements-published' : 'requirements-reverted',
    version: number,
    actor: actor.pid,
    at,
    changes: [
      ...changedParts(before, requirements),
      ...(note === null ? [] : [{ field: 'note', from: null, to: note }]),
    ],
  })
}

/** Throws 400 for a day that has passed or is too far ahead. */
function requireDayAhead(from: LocalDate, today: LocalDate): void {
  const last = addDays(today, maxScheduledDays)
  if (from < today) throw invalid('body.from', 'past', 'That day has passed. Choose today or a later day.')
  if (from > last)
    throw invalid(
      'body.from',
      'too-late',
      phrase('Choose {{day}} or an earlier day.', {
        day: { en: formatDay(last, 'en'), es: formatDay(last, 'es') },
      }),
    )
}

interface Scheduling {
  requirements: Requirements
  from: LocalDate
  note: string | null
}

/** Keeps a publication for its day. It can be withdrawn until then, and is no longer the draft. */
async function schedule(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  draftVersion: number,
  { requirements, from, note }: Scheduling,
): Promise<void> {
  await judge(deps, trx, requirements)
  const { database } = deps
  const waiting = await listWaiting(database, trx)
  if (waiting.length >= maxScheduled) {
    const detail = phrase('{{count}} publications are scheduled already. Withdraw one first.', {
      count: waiting.length,
    })
    throw new Refusal('transition-refused', detail, { unmet: [detail] })
  }
  const earlier = waiting.findLast(({ startsOn }) => startsOn <= from)?.requirements
  const before = earlier ?? (await deps.requirements.refresh(trx)).requirements
  const [at, by] = [deps.clock.now(), actor.pid]
  await insertScheduled(database, trx, { requirements, startsOn: from, note, at, by })
  const version = draftVersion + 1
  await saveRequirementsDraft(database, trx, { version, requirements: null, at, by })
  await appendEvent(trx, {
    collection: 'config',
    pid: 'requirements',
    action: 'requirements-scheduled',
    version,
    actor: by,
    at,
    changes: [
      ...changedParts(before, requirements),
      { field: 'from', from: null, to: from },
      ...(note === null ? [] : [{ field: 'note', from: null, to: note }]),
    ],
  })
}

/**
 * POST /requirements/publish: puts the draft into force for permits that begin from now on, or from the
 * beginning of a later day of the office.
 */
export async function publishRequirements(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  requireRequirementsAdministrator(actor)
  const { version, from, ...given } = parse(PublishRequirements, body ?? {}, 'body')
  const note = given.note || null
  return changing(deps, actor, version, async (trx, { requirements }) => {
    if (requirements === null) {
      const detail = 'There is no draft to publish.'
      throw new Refusal('transition-refused', detail, { unmet: [detail] })
    }
    const today = await deps.requirements.today(trx)
    const day = from ?? today
    requireDayAhead(day, today)
    await (day === today
      ? publish(deps, trx, actor, version, { requirements, note, revertedTo: null })
      : schedule(deps, trx, actor, version, { requirements, from: day, note }))
  })
}

/** POST /requirements/revert: publishes an earlier version again and discards the draft. */
export async function revertRequirements(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  requireRequirementsAdministrator(actor)
  const { version, note, to } = parse(RevertRequirements, body ?? {}, 'body')
  return changing(deps, actor, version, async (trx) => {
    const next = await nextRequirementsNumber(deps.database, trx)
    if (to >= next) {
      const detail = phrase('There is no publication {{target}}', { target: to })
      throw new Refusal('validation-failed', detail, {
        errors: [{ path: 'body.to', code: 'unknown', detail }],
      })
    }
    const requirements = await deps.requirements.at(to, trx)
    await publish(deps, trx, actor, version, { requirements, note: note || null, revertedTo: to })
  })
}

/** Throws 400 or 409 if there is no such publication that can be withdrawn. */
async function requireWithdrawable(deps: DomainDeps, trx: Transaction<Tables>, id: number) {
  const found = await findScheduled(deps.database, trx, id)
  if (found === undefined)
    throw invalid('body.id', 'unknown', phrase('There is no scheduled publication {{id}}.', { id }))
  const ended =
    found.state === 'IN_FORCE'
      ? 'It came into force on its day. Publish other requirements, or use an earlier version again.'
      : found.state === 'WITHDRAWN'
        ? 'It was withdrawn already.'
        : null
  if (ended !== null) throw new Refusal('transition-refused', ended, { unmet: [ended] })
  return found
}

/**
 * POST /requirements/withdraw: a scheduled publication does not come into force. It becomes the draft again;
 * if there is one, the body says which is kept. Throws 400, 409.
 */
export async function withdrawRequirements(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  requireRequirementsAdministrator(actor)
  const { version, id, draft: kept } = parse(WithdrawRequirements, body ?? {}, 'body')
  return changing(deps, actor, version, async (trx, draft) => {
    const { database } = deps
    const { startsOn, requirements } = await requireWithdrawable(deps, trx, id)
    if (draft.requirements !== null && kept === undefined) {
      const detail = 'There is a draft. Choose whether to keep it or to replace it.'
      throw new Refusal('transition-refused', detail, { unmet: [detail] })
    }
    const isKept = draft.requirements !== null && kept === 'keep'
    const [at, by] = [deps.clock.now(), actor.pid]
    await endScheduled(database, trx, id, { state: 'WITHDRAWN', at, by })
    const after = isKept ? draft.requirements : requirements
    await saveRequirementsDraft(database, trx, { version: version + 1, requirements: after, at, by })
    await appendEvent(trx, {
      collection: 'config',
      pid: 'requirements',
      action: 'requirements-withdrawn',
      version: version + 1,
      actor: by,
      at,
      changes: [{ field: 'from', from: startsOn, to: null }],
    })
  })
}
