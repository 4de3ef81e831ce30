import { localize } from '#platform/language/localize.ts'
import {
  BulkTransitionBody,
  Refusal,
  TransitionBody,
  invalid,
  refusalOf,
  availableTransitions,
  withReason,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, Machine } from '@portal/contract'
import { getRecord } from '../query/get-record.ts'
import { todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { readableRows } from '../query/visibility.ts'
import type { FeesCovered } from '../write/write-context.ts'
import { moduleOf } from '../modules/collection-module.ts'
import { applyTransition, loadGuardContext, requireTransition } from './apply-transition.ts'
import { inTransition, lockVisible, readVisible } from './lock-visible.ts'
import { isOnlyPortalSince } from '../write/written-by-portal.ts'
import { staleRecord } from '../write/stale-record.ts'

/**
 * The state machine of a collection from the current status map. Throws 400 if the collection has no
 * transitions.
 */
function knownMachine({ statusMap }: RecordDeps, declaration: Declaration): Machine {
  const machine = moduleOf(declaration.table).transitions?.machine(statusMap.current)
  if (machine === undefined)
    throw invalid(
      'apiPath',
      'unknown-path',
      phrase('apiPath: {{name}} have no transitions', { name: declaration.name }),
    )
  return machine
}

/**
 * `GET /{collection}/{pid}/transitions`: the transitions from the current status, each with every reason that blocks it. Throws 403, 404.
 */
export async function listTransitions(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<unknown> {
  knownMachine(deps, declaration)
  return inTransition(deps, actor, declaration, async (context) => {
    const machine = knownMachine(deps, declaration)
    const locked = await readVisible(context, pid)
    const facts = await loadGuardContext(locked)
    return {
      transitions: availableTransitions(
        machine,
        actor,
        locked.before,
        facts,
        context.today,
        localize(actor.language),
      ),
    }
  })
}

function parseTransition(machine: Machine, body: unknown): TransitionBody {
  const parsed = TransitionBody.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  if (!machine.statuses.includes(parsed.data.to))
    throw invalid(
      'body.to',
      'not-an-option',
      phrase('body.to: {{to}} is not a valid status', { to: parsed.data.to }),
    )
  return withReason(parsed.data)
}

/** Adds a member to the JSON text of an object. */
const withMember = (json: string, name: string, value: unknown) =>
  `${json.trimEnd().slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`

/**
 * Makes a transition with all follow-up changes and returns the fees it covered; null if the caller saw
 * another version of the record.
 */
async function takeTransition(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  body: unknown,
): Promise<FeesCovered[] | null> {
  knownMachine(deps, declaration)
  const covered = await inTransition(deps, actor, declaration, async (context) => {
    const locked = await lockVisible(context, pid)
    const step = parseTransition(knownMachine(deps, declaration), body)
    const isStale = step.version !== undefined && step.version !== locked.version
    if (isStale && !(await isOnlyPortalSince(locked.context, pid, step.version ?? locked.version, [])))
      return null
    await requireTransition(locked, step)
    await applyTransition(locked, step)
    return context.covered ?? []
  })
  if (covered !== null) deps.writes.notify()
  return covered
}

/**
 * `POST /{collection}/{pid}/transitions`: makes a transition with all follow-up changes and returns the record as JSON text, for a payment with the fees it now covers. Errors in order: 403 for a closed collection, 404 if the actor may not see the record, 400 naming the field, 409 for a stale `version` (with `current`), 403 if the transition belongs to another role, 409 `transition-refused` with every unmet guard.
 */
export async function transitionRecord(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  body: unknown,
): Promise<string> {
  const covered = await takeTransition(deps, actor, declaration, pid, body)
  const record = await getRecord(deps, actor, declaration, pid)
  if (covered === null) throw staleRecord(record)
  const allocations = covered.filter(({ payment }) => payment === pid).flatMap(({ fees }) => fees)
  return allocations.length === 0 ? record : withMember(record, 'allocations', allocations)
}

/**
 * `POST /{collection}/transitions`: the same transition for several records, each validated separately and in its own transaction.
 */
export async function transitionMany(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  body: unknown,
): Promise<unknown> {
  const machine = knownMachine(deps, declaration)
  readableRows(declaration, actor, todayOf(deps, actor))
  const parsed = BulkTransitionBody.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { pids, ...step } = parsed.data
  parseTransition(machine, step)
  const failed: { pid: string; reason: string }[] = []
  const named = [...new Set(pids)]
  for (const pid of named) {
    try {
      await takeTransition(deps, actor, declaration, pid, step)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failed.push({
        pid,
        reason: error.type === 'not-found' ? 'not-found' : localize(actor.language)(error.detail),
      })
    }
  }
  return { updated: named.length - failed.length, failed }
}
