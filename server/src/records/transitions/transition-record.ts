import { BulkTransitionBody, Refusal, TransitionBody, invalid, machineOf, refusalOf, stepsOf, withReason } from '@portal/contract'
import type { Actor, Declaration, Machine } from '@portal/contract'
import { statusMapOf } from '#configuration/status-map/in-force.ts'
import { notifyWrites } from '../write-notifier.ts'
import { getRecord } from '../get-record.ts'
import { todayOf } from '../reading.ts'
import type { RecordDeps } from '../reading.ts'
import { readableRows } from '../visibility.ts'
import type { Covered } from '../writing.ts'
import { applyStep, requireStep } from './apply-step.ts'
import { gatherFacts } from './facts.ts'
import { inStep, lockVisible, lookAtVisible } from './lock-visible.ts'
import { isOnlyPortalSince } from '../written-by-portal.ts'
import { staleRecord } from './stale-record.ts'

/** The machine of a collection by the map in force. Throws 400 where records have no steps. */
function knownMachine({ database }: RecordDeps, declaration: Declaration): Machine {
  const machine = machineOf(declaration.name, statusMapOf(database))
  if (machine === undefined) throw invalid('apiPath', 'unknown-path', `apiPath: ${declaration.name} have no transitions`)
  return machine
}

/** `GET /{collection}/{pid}/transitions`: the steps from where the record stands, each with every reason against it. Throws 403, 404. */
export async function listSteps(deps: RecordDeps, actor: Actor, declaration: Declaration, pid: string): Promise<unknown> {
  knownMachine(deps, declaration)
  return inStep(deps, actor, declaration, async (context) => {
    const machine = knownMachine(deps, declaration)
    const stood = await lookAtVisible(context, pid)
    const facts = await gatherFacts(stood.context, pid, stood.before)
    return { transitions: stepsOf(machine, actor, stood.before, facts, context.today) }
  })
}

function knownStep(machine: Machine, body: unknown): TransitionBody {
  const parsed = TransitionBody.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  if (!machine.statuses.includes(parsed.data.to)) throw invalid('body.to', 'not-an-option', `body.to: ${parsed.data.to} is no status here`)
  return withReason(parsed.data)
}

/** The JSON text of an object with one member more. */
const withMember = (json: string, name: string, value: unknown) => `${json.trimEnd().slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`

/** Takes a step and all that follows from it, and answers what was covered with it; null where the caller saw another version of the record. */
async function takeStep(deps: RecordDeps, actor: Actor, declaration: Declaration, pid: string, body: unknown): Promise<Covered[] | null> {
  knownMachine(deps, declaration)
  const covered = await inStep(deps, actor, declaration, async (context) => {
    const machine = knownMachine(deps, declaration)
    const stood = await lockVisible(context, pid)
    const step = knownStep(machine, body)
    const isStale = step.version !== undefined && step.version !== stood.version
    if (isStale && !(await isOnlyPortalSince(stood.context, pid, step.version ?? stood.version, []))) return null
    requireStep(machine, stood, await gatherFacts(stood.context, pid, stood.before), step)
    await applyStep(stood, step)
    return context.covered ?? []
  })
  if (covered !== null) notifyWrites(deps.database)
  return covered
}

/**
 * `POST /{collection}/{pid}/transitions`: takes a step and all that follows from it, and answers the record as JSON text; of a payment with the fees it came to cover. In order: 403 for a
 * closed collection, 404 out of scope, 400 naming the place, 409 for a stale `version` (with `current`), 403 where the step is another
 * role's, 409 `transition-refused` with every unmet guard in words.
 */
export async function transitionRecord(deps: RecordDeps, actor: Actor, declaration: Declaration, pid: string, body: unknown): Promise<string> {
  const covered = await takeStep(deps, actor, declaration, pid, body)
  const record = await getRecord(deps, actor, declaration, pid)
  if (covered === null) throw staleRecord(record)
  const allocations = covered.filter(({ payment }) => payment === pid).flatMap(({ fees }) => fees)
  return allocations.length === 0 ? record : withMember(record, 'allocations', allocations)
}

/** `POST /{collection}/transitions`: the same step for several records, each judged for itself and in a transaction of its own. */
export async function transitionMany(deps: RecordDeps, actor: Actor, declaration: Declaration, body: unknown): Promise<unknown> {
  const machine = knownMachine(deps, declaration)
  readableRows(declaration, actor, todayOf(deps, actor))
  const parsed = BulkTransitionBody.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { pids, ...step } = parsed.data
  knownStep(machine, step)
  const failed: { pid: string; reason: string }[] = []
  const named = [...new Set(pids)]
  for (const pid of named) {
    try {
      await takeStep(deps, actor, declaration, pid, step)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failed.push({ pid, reason: error.type === 'not-found' ? 'not-found' : error.message })
    }
  }
  return { updated: named.length - failed.length, failed }
}
