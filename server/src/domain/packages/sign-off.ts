import { localize } from '#platform/language/localize.ts'
import {
  SignOffBody,
  collections,
  isSignOffValid,
  refusalOf,
  refusalOfSignOff,
  signOffAfter,
  signOffOffers,
} from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { getRecord, noSuchRecord } from '#engine/query/get-record.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { throwRefused } from '#engine/transitions/apply-transition.ts'
import { collectAgainUnlessReady } from './collect-again.ts'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { inTransition, lockVisible, readVisible } from '#engine/transitions/lock-visible.ts'
import { staleRecord } from '#engine/write/stale-record.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'

/**
 * `GET /rts/{pid}/sign-off`: the sign-off acts of a package for the viewer, each with every reason that blocks it. Throws 403, 404.
 */
export function listSignOffActs(deps: RecordDeps, actor: Actor, pid: string): Promise<unknown> {
  return inTransition(deps, actor, collections.rts, async (context) => {
    const locked = await readVisible(context, pid)
    const facts = await loadGuardContext(locked)
    return {
      bySecondPerson: facts.signOff.bySecondPerson,
      acts: signOffOffers(actor, facts, localize(actor.language)),
    }
  })
}

/**
 * Applies the act; does nothing if its result already holds. Returns false if the caller saw another version
 * of the package.
 */
async function applySignOff(locked: LockedRecord<'rts'>, body: SignOffBody): Promise<boolean> {
  const { context, pid, before, version } = locked
  const { actor, now } = context
  const facts = await loadGuardContext(locked)
  if (isSignOffValid(body, actor, facts)) return true
  if (body.version !== undefined && body.version !== version) return false
  throwRefused(refusalOfSignOff(body, actor, facts))
  await saveChanges(context, pid, version + 1, diffRecord(before, signOffAfter(body, actor, now)))
  context.signedOff?.push({ pid, act: body.act })
  await collectAgainUnlessReady(context, pid)
  return true
}

/**
 * `POST /rts/{pid}/sign-off`: signs off a package or withdraws a sign-off; returns the package as JSON text. A repeat changes nothing. Errors in order: 403 for a closed collection, 404 if the actor may not see the package, 400 naming the field, 409 for a stale `version` (with `current`), 403 if the act belongs to the other side, 409 `transition-refused` with every reason.
 */
export async function signOff(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  body: unknown,
): Promise<string> {
  const isDone = await inTransition(deps, actor, declaration, async (context) => {
    const locked = await lockVisible(context, pid)
    if (locked.table !== 'rts') throw noSuchRecord(declaration, pid)
    const parsed = SignOffBody.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    return applySignOff(locked, parsed.data)
  })
  if (isDone) deps.writes.notify()
  const record = await getRecord(deps, actor, declaration, pid)
  if (!isDone) throw staleRecord(record, 'The package changed after you opened it. Review it again.')
  return record
}
