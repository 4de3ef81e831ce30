import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import type { DomainDeps } from '../deps.ts'

const maxNameLength = 200

/** Alerts the administrators about a finding of the virus scanner. `what` describes the file to people. */
export async function alertFinding(
  deps: Pick<DomainDeps, 'database' | 'ids' | 'clock' | 'virusFindings'>,
  finding: string | null,
  what: string,
): Promise<void> {
  const { database, clock } = deps
  const now = clock.now()
  if (!deps.virusFindings.isFirst(finding ?? '', now)) return
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
