import {
  Refusal,
  emptyGuardContext,
  joined,
  refusalOfTransitionTo,
  requireInputsInPlace,
} from '@portal/contract'
import type { Actor, GuardContext, Machine, TransitionBody, TransitionRefusal } from '@portal/contract'
import { moduleOf } from '../modules/collection-module.ts'
import { diffRecord, saveChanges } from '../write/save-changes.ts'
import type { LockedRecord } from '../write/write-context.ts'

/** The state machine of a locked record, by the status map that the transition has locked. */
function machineOfRecord({ table, context: { deps } }: LockedRecord): Machine {
  const machine = moduleOf(table).transitions?.machine(deps.statusMap.current)
  if (machine === undefined) throw new Error(`Records of ${table} have no transitions`)
  return machine
}

/** The facts from other records that the guards of this locked record need. */
export async function loadGuardContext(locked: LockedRecord): Promise<GuardContext> {
  return { ...emptyGuardContext, ...(await moduleOf(locked.table).transitions?.guardContext?.(locked)) }
}

/** Writes a validated transition and all follow-up changes. */
export async function applyTransition(locked: LockedRecord, body: TransitionBody): Promise<void> {
  const { context, pid, before, version, table } = locked
  const own = moduleOf(table).transitions
  if (await own?.viaOtherRecord?.(locked, body)) return
  requireInputsInPlace(machineOfRecord(locked), before, body, context.today)
  own?.checkInputs?.(locked, body)
  const facts = await loadGuardContext(locked)
  const values = own?.updates?.(locked, body, facts) ?? { status: body.to }
  await saveChanges(context, pid, version + 1, diffRecord(before, values), { reason: body.reason })
  context.steps?.push({ collection: context.declaration.name, pid, to: body.to })
  await own?.onTransition?.(locked, body, facts)
}

const refusalFor = (
  locked: LockedRecord,
  facts: GuardContext,
  body: TransitionBody,
  judged: Pick<Actor, 'role'>,
) => refusalOfTransitionTo(machineOfRecord(locked), judged, locked.before, facts, body)

/** Makes the transition if it is possible now for the person, who need not be the actor of the write. */
export async function applyIfPossible(
  locked: LockedRecord,
  body: TransitionBody,
  judged: Pick<Actor, 'role'>,
): Promise<void> {
  const facts = await loadGuardContext(locked)
  if (refusalFor(locked, facts, body, judged) === null) await applyTransition(locked, body)
}

/** Throws the refusal of a transition that is not possible for the actor. */
export async function requireTransition(locked: LockedRecord, body: TransitionBody): Promise<void> {
  throwRefused(refusalFor(locked, await loadGuardContext(locked), body, locked.context.actor))
}

/** Throws a refusal, if it is one. */
export function throwRefused(refused: TransitionRefusal | null): void {
  if (refused === null) return
  const coded =
    refused.blocker === undefined ? {} : { code: refused.blocker.code, params: refused.blocker.params }
  if (refused.kind === 'forbidden') throw new Refusal('forbidden', refused.sentence, coded)
  throw new Refusal('transition-refused', joined(refused.unmet), { unmet: refused.unmet, ...coded })
}
