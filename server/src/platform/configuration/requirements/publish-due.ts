import { dayIn, phrase, requirementChanges, seedRequirements, startOfDay } from '@portal/contract'
import type { PermitLibrary, Requirements, Sayable, TimeZone } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { toStoredText } from '#platform/language/stored-message.ts'
import type { PermitLibraryService } from '../permit-library/permit-library-service.ts'
import { findUnknownAgencies, requirementProblems } from './judge-requirements.ts'
import {
  findNewestRequirements,
  insertRequirements,
  lockRequirementsDraft,
  raiseDraftVersion,
} from './requirements.queries.ts'
import { endScheduled, listDue } from './schedule.queries.ts'

export interface PublishDueDeps {
  database: Database
  clock: Clock
  permitLibrary: Pick<PermitLibraryService, 'read'>
}

/** Reasons that are kept of a publication that cannot come into force. */
const maxProblems = 20

interface DueJudged {
  requirements: Requirements
  library: PermitLibrary
  startsOn: string
  /** The version in force until then, and the day on which it was published. */
  newest: { number: number; day: string | null }
}

/** Why a scheduled publication cannot come into force now. */
async function reasonsAgainst(
  database: Database,
  trx: Transaction<Tables>,
  { requirements, library, startsOn, newest }: DueJudged,
): Promise<Sayable[]> {
  // Only servers that do not know of scheduled publications can have published meanwhile.
  if (newest.day !== null && newest.day > startsOn)
    return [phrase('Version {{number}} was published on a later day.', { number: newest.number })]
  const unknown = await findUnknownAgencies(database, [requirements], trx)
  const problems = requirementProblems(requirements, library, unknown)
  return problems.slice(0, maxProblems).map(({ detail }) => detail)
}

/**
 * Puts the scheduled publications whose day has come into force, in the order of their days. Each is judged
 * again; one that can no longer be used is refused for good, and the version before it stays in force. Takes
 * the lock of the draft, as every publication does, so two servers do not do it twice.
 */
export async function publishDue(
  { database, clock, permitLibrary }: PublishDueDeps,
  trx: Transaction<Tables>,
  zone: TimeZone,
): Promise<void> {
  await lockRequirementsDraft(database, trx)
  const at = clock.now()
  const due = await listDue(database, trx, dayIn(zone, at))
  if (due.length === 0) return
  const { library } = await permitLibrary.read(trx)
  for (const { id, requirements, startsOn, note, scheduledBy } of due) {
    const newest = await findNewestRequirements(database, trx)
    const day = newest === undefined ? null : dayIn(zone, newest.published_at)
    const before = newest?.number ?? 0
    const reasons = await reasonsAgainst(database, trx, {
      requirements,
      library,
      startsOn,
      newest: { number: before, day },
    })
    const event = { collection: 'config', pid: 'requirements', actor: null, at } as const
    if (reasons.length > 0) {
      const problems = reasons.map(toStoredText)
      await endScheduled(database, trx, id, { state: 'REFUSED', at, problems })
      const changes = [
        { field: 'from', from: null, to: startsOn },
        ...problems.map((problem) => ({ field: 'reason', from: null, to: problem })),
      ]
      await appendEvent(trx, { ...event, action: 'requirements-refused', version: before, changes })
      continue
    }
    const number = before + 1
    const published = { number, requirements, at: startOfDay(zone, startsOn), by: scheduledBy, note }
    await insertRequirements(database, trx, { ...published, revertedTo: null })
    await endScheduled(database, trx, id, { state: 'IN_FORCE', at, number })
    const changes = [
      ...requirementChanges(newest?.requirements ?? seedRequirements, requirements).map(
        ({ part, from, to }) => ({ field: part, from, to }),
      ),
      { field: 'from', from: null, to: startsOn },
    ]
    await appendEvent(trx, { ...event, action: 'requirements-in-force', version: number, changes })
  }
  await raiseDraftVersion(database, trx)
}
