import type { Database } from '#database/database.ts'
import { OnceAWhile } from '#identity/once-a-while.ts'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import type { Deps } from '../deps.ts'

/** A repeated finding alerts once per hour, because an infected file is often sent several times. */
const quietMs = 60 * 60_000
const maxNameLength = 200

const told = new WeakMap<Database, OnceAWhile>()

/** Alerts the administrators about a finding of the virus scanner. `what` describes the file to people. */
export async function alertFinding(
  deps: Pick<Deps, 'database' | 'ids' | 'clock'>,
  finding: string | null,
  what: string,
): Promise<void> {
  const { database, clock } = deps
  const now = clock.now()
  const once = told.get(database) ?? new OnceAWhile(quietMs)
  told.set(database, once)
  if (!once.isFirst(finding ?? '', now)) return
  await database.kysely.transaction().execute((trx) =>
    alertAdministrators(
      { deps, trx, now },
      {
        rule: 'malware-found',
        severity: 'CRITICAL',
        words: (language) => {
          const say = alertTexts(language)
          const title = say('virusFound', { name: finding ?? say('notNamed') })
          return { title, message: say('virusMeans', { what: what.slice(0, maxNameLength).toWellFormed() }) }
        },
      },
    ),
  )
}
