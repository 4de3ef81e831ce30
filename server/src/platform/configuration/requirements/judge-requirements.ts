import { checkRequirements, phrase } from '@portal/contract'
import type { MapProblem, PermitLibrary, Requirements } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { unknownAuthorities } from './requirements.queries.ts'

/** Those of the agencies that these requirements name which are not there. */
export async function findUnknownAgencies(
  database: Database,
  all: readonly Requirements[],
  trx?: Transaction<Tables>,
): Promise<ReadonlySet<string>> {
  const named = all.flatMap(({ rules }) => rules.flatMap(({ authority }) => authority ?? []))
  return named.length === 0
    ? new Set<string>()
    : new Set(await unknownAuthorities(database, trx, [...new Set(named)]))
}

/** Every reason why these requirements cannot be used, with this library and without these agencies. */
export const requirementProblems = (
  requirements: Requirements,
  library: PermitLibrary,
  unknownAgencies: ReadonlySet<string>,
): MapProblem[] => [
  ...checkRequirements(requirements, library),
  ...requirements.rules.flatMap(({ authority }, at) =>
    authority !== null && unknownAgencies.has(authority)
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
