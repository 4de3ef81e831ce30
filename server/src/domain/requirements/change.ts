import {
  PublishRequirements,
  Refusal,
  RequirementsDraft,
  RevertRequirements,
  checkRequirements,
  joined,
  phrase,
  requirementChanges,
} from '@portal/contract'
import type { Actor, MapProblem, Requirements } from '@portal/contract'
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
  unknownAuthorities,
} from '#platform/configuration/requirements/requirements.queries.ts'
import type { DomainDeps } from '../deps.ts'
import { requireRequirementsAdministrator } from './require-requirements-administrator.ts'
import { readRequirements } from './view.ts'

/** Throws 400 with every reason why these requirements cannot be used. */
async function judge(deps: DomainDeps, trx: Transaction<Tables>, requirements: Requirements): Promise<void> {
  const named = requirements.rules.flatMap(({ authority }) => authority ?? [])
  const unknown = new Set(await unknownAuthorities(deps.database, trx, [...new Set(named)]))
  const problems: MapProblem[] = [
    ...checkRequirements(requirements, deps.permitLibrary.current),
    ...requirements.rules.flatMap(({ authority }, at) =>
      authority !== null && unknown.has(authority)
        ? [
            {
              path: `body.requirements.rules.${at}.authority`,
              code: 'unknown',
              detail: phrase('There is no agency with the short code {{code}}.', { code: authority }),
            },
          ]
        : [],
    ),
  ]
  if (problems.length > 0)
    throw new Refusal('validation-failed', joined(problems.map(({ detail }) => detail)), { errors: problems })
}

type Locked = Awaited<ReturnType<typeof lockRequirementsDraft>>

/** Changes the draft. Throws 409 with the current view if the version is stale. */
const changing = (
  deps: DomainDeps,
  actor: Actor,
  version: number,
  work: (trx: Transaction<Tables>, draft: Locked) => Promise<void>,
): Promise<unknown> =>
  changeDraft(
    deps,
    {
      lock: (trx) => lockRequirementsDraft(deps.database, trx),
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
  return changing(deps, actor, version, async (trx) => {
    if (requirements !== null) await judge(deps, trx, requirements)
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
  const changes = requirementChanges(before, requirements).map(({ part, from, to }) => ({
    field: part,
    from,
    to,
  }))
  await appendEvent(trx, {
    collection: 'config',
    pid: 'requirements',
    action: revertedTo === null ? 'requirements-published' : 'requirements-reverted',
    version: number,
    actor: actor.pid,
    at,
    changes: [...changes, ...(note === null ? [] : [{ field: 'note', from: null, to: note }])],
  })
}

/** POST /requirements/publish: puts the draft into force for permits that begin from now on. */
export async function publishRequirements(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  requireRequirementsAdministrator(actor)
  const { version, note } = parse(PublishRequirements, body ?? {}, 'body')
  return changing(deps, actor, version, async (trx, { requirements }) => {
    if (requirements === null) {
      const detail = 'There is no draft to publish.'
      throw new Refusal('transition-refused', detail, { unmet: [detail] })
    }
    await publish(deps, trx, actor, version, { requirements, note: note || null, revertedTo: null })
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
