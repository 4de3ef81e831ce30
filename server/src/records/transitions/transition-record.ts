import { localize } from '#language/localize.ts'
import {
  BulkTransitionBody,
  Refusal,
  TransitionBody,
  invalid,
  machineOf,
  refusalOf,
  availableTransitions,
  withReason,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, Machine } from '@portal/contract'
import { statusMapOf } from '#configuration/status-map/current-status-map.ts'
import { notifyWrites } from '../write-notifier.ts'
import { getRecord } from '../get-record.ts'
import { todayOf } from '../reading.ts'
import type { RecordDeps } from '../reading.ts'
import { readableRows } from '../visibility.ts'
import type { FeesCovered } from '../writing.ts'
import { applyTransition, requireTransition } from './apply-transition.ts'
import { loadGuardContext } from './guard-context.ts'
import { inTransition, lockVisible, readVisible } from './lock-visible.ts'
import { isOnlyPortalSince } from '../written-by-portal.ts'
import { staleRecord } from './stale-record.ts'

/** The machine of a collection by the map in force. Throws 400 where records have no steps. */
function knownMachine({ database }: RecordDeps, declaration: Declaration): Machine {
  const machine = machineOf(declaration.name, statusMapOf(database))
  if (machine === undefined)
    throw invalid(
      'apiPath',
      'unknown-path',
      phrase('apiPath: {{name}} have no transitions', { name: declaration.name }),
    )
  return machine
}

/**
 * `GET /{collection}/{pid}/transitions`: the steps from where the record stands, each with every reason
 * against it. Throws 403, 404.
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
    const facts = await loadGuardContext(locked.context, pid, locked.before)
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
      phrase('body.to: {{to}} is no status here', { to: parsed.data.to }),
    )
  return withReason(parsed.data)
}

/** The JSON text of an object with one member more. */
const withMember = (json: string, name: string, value: unknown) =>
  `${json.trimEnd().slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`

/**
 * Takes a step and all that follows from it, and answers what was covered with it; null where the caller saw
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
    const machine = knownMachine(deps, declaration)
    const locked = await lockVisible(context, pid)
    const step = parseTransition(machine, body)
    const isStale = step.version !== undefined && step.version !== locked.version
    if (isStale && !(await isOnlyPortalSince(locked.context, pid, step.version ?? locked.version, [])))
      return null
    requireTransition(machine, locked, await loadGuardContext(locked.context, pid, locked.before), step)
    await applyTransition(locked, step)
    return context.covered ?? []
  })
  if (covered !== null) notifyWrites(deps.database)
  return covered
}

/**
 * `POST /{collection}/{pid}/transitions`: takes a step and all that follows from it, and answers the record
 * as JSON text; of a payment with the fees it came to cover. In order: 403 for a closed collection, 404 out
 * of scope, 400 naming the place, 409 for a stale `version` (with `current`), 403 where the step is another
 * role's, 409 `transition-refused` with every unmet guard in words.
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
 * `POST /{collection}/transitions`: the same step for several records, each judged for itself and in a
 * transaction of its own.
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
      failed.push({ pid, reason: error.type === 'not-found' ? 'not-found' : error.message })
    }
  }
  return { updated: named.length - failed.length, failed }
}
