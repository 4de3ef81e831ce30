import { checkRequirements, phrase } from '@portal/contract'
import type { MapProblem, PermitLibrary, Requirements } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { unknownAuthorities } from './requirements.queries.ts'

/** Every reason why these requirements cannot be used, with what agencies and library there are now. */
export async function requirementProblems(
  database: Database,
  library: PermitLibrary,
  requirements: Requirements,
  trx?: Transaction<Tables>,
): Promise<MapProblem[]> {
  const named = requirements.rules.flatMap(({ authority }) => authority ?? [])
  const unknown = new Set(await unknownAuthorities(database, trx, [...new Set(named)]))
  return [
    ...checkRequirements(requirements, library),
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
}
