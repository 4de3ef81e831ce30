import { formatDay, joined, LocalDate, Requirements } from '@portal/contract'
import type { Language, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { inTransaction, run } from '#engine/write/writing.ts'
import {
  findUnknownAgencies,
  requirementProblems,
} from '#platform/configuration/requirements/judge-requirements.ts'
import type { Tables } from '#platform/database/tables.ts'
import { localize } from '#platform/language/localize.ts'
import { fromStoredText } from '#platform/language/stored-message.ts'
import { alertTexts } from '../notifications/alert-texts.ts'
import { alertAdministrators } from '../notifications/personal-alerts.ts'
import type { DomainDeps } from '../deps.ts'

const link = '/settings/requirements'
/** Reasons that an alert names. */
const maxReasons = 3

const Ended = z.object({
  state: z.enum(['IN_FORCE', 'REFUSED']),
  startsOn: LocalDate,
  number: z.number().nullable(),
  by: z.string().nullable(),
  problems: z.array(z.string()).nullable(),
})
type Ended = z.infer<typeof Ended>

function wordsOf({ state, startsOn, number, by, problems }: Ended) {
  return (language: Language) => {
    const say = alertTexts(language)
    const day = formatDay(startsOn, language)
    if (state === 'IN_FORCE')
      return {
        title: say('requirementsInForce', { number: number ?? 0 }),
        message: say('requirementsInForceMeans', { day, by: by ?? say('notNamed') }),
      }
    const reasons = reasonsIn(language, (problems ?? []).map(fromStoredText))
    return {
      title: say('requirementsRefused', { day }),
      message: say('requirementsRefusedMeans', { reasons }),
    }
  }
}

const reasonsIn = (language: Language, reasons: readonly Sayable[]): string =>
  localize(language)(joined(reasons.slice(0, maxReasons)))

/** Tells administrators once what became of publications whose day has come. */
async function tellEnded(deps: DomainDeps, trx: Transaction<Tables>, now: Date): Promise<Ended[]> {
  const ended = await run(
    deps.database,
    trx,
    sql`with told as (update requirement_schedule set told_at = ${now}::timestamptz
        where state in ('IN_FORCE', 'REFUSED') and told_at is null returning *)
      select t.state, t.starts_on as "startsOn", t.number, t.problems, u.name as by
      from told t left join users u on u.pid = t.scheduled_by order by t.starts_on, t.id`,
    Ended,
  )
  for (const each of ended)
    await alertAdministrators(
      { deps, trx, now },
      {
        rule: 'requirements-scheduled',
        severity: each.state === 'IN_FORCE' ? 'INFO' : 'WARNING',
        words: wordsOf(each),
        link,
      },
    )
  return ended
}

const Waiting = z.object({
  id: z.number(),
  requirements: Requirements,
  startsOn: LocalDate,
  isWarned: z.boolean(),
})

/** Tells administrators before the day that a scheduled publication can no longer be used, once for each. */
async function warnOfUnusable(deps: DomainDeps, trx: Transaction<Tables>, now: Date): Promise<number> {
  const { database, permitLibrary } = deps
  const waiting = await run(
    database,
    trx,
    sql`select id, requirements, starts_on as "startsOn", warned_at is not null as "isWarned" from requirement_schedule
      where state = 'SCHEDULED' order by id for update`,
    Waiting,
  )
  if (waiting.length === 0) return 0
  const { library } = await permitLibrary.read(trx)
  const all = waiting.map(({ requirements }) => requirements)
  const unknown = await findUnknownAgencies(database, all, trx)
  let warned = 0
  for (const { id, requirements, startsOn, isWarned } of waiting) {
    const problems = requirementProblems(requirements, library, unknown)
    if (problems.length > 0 === isWarned) continue
    const at = problems.length > 0 ? now : null
    await run(
      database,
      trx,
      sql`update requirement_schedule set warned_at = ${at}::timestamptz where id = ${id}`,
    )
    if (at === null) continue
    warned += 1
    const words = (language: Language) => {
      const say = alertTexts(language)
      const reasons = reasonsIn(
        language,
        problems.map(({ detail }) => detail),
      )
      const title = say('requirementsUnusable', { day: formatDay(startsOn, language) })
      return { title, message: say('requirementsUnusableMeans', { reasons }) }
    }
    await alertAdministrators(
      { deps, trx, now },
      { rule: 'requirements-unusable', severity: 'WARNING', words, link },
    )
  }
  return warned
}

/**
 * Puts scheduled requirements whose day has come into force, unless the first permit of the day did, and
 * tells administrators. Warns them of those that could not come into force if their day were today.
 */
export async function runScheduledRequirements(
  deps: DomainDeps,
): Promise<{ inForce: number; refused: number; warned: number }> {
  await deps.requirements.publishDue()
  return inTransaction(deps, async (trx) => {
    const now = deps.clock.now()
    const ended = await tellEnded(deps, trx, now)
    const inForce = ended.filter(({ state }) => state === 'IN_FORCE').length
    const warned = await warnOfUnusable(deps, trx, now)
    return { inForce, refused: ended.length - inForce, warned }
  })
}
