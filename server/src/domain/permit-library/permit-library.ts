import {
  ChangePermitLibrary,
  Refusal,
  checkLibrary,
  invalid,
  isAdministrator,
  joined,
  libraryChanges,
  phrase,
} from '@portal/contract'
import type { Actor, MapProblem, PermitLibrary, PermitLibraryView } from '@portal/contract'
import type { Transaction } from 'kysely'
import { isDatabaseError } from '#engine/query/reading.ts'
import { unknownAuthorities } from '#platform/configuration/requirements/requirements.queries.ts'
import type { Tables } from '#platform/database/tables.ts'
import { parse } from '#platform/http/problems.ts'
import { changeDraft } from '../configuration/change-draft.ts'
import { touchConfiguration } from '../configuration/change-configuration.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import type { DomainDeps } from '../deps.ts'
import { addAttributeFields, visibleAttributes } from './attribute-fields.ts'

/**
 * GET /permit-library: the permit types, document types and fees of the office, also the retired ones, and
 * the attributes. Clients get no attribute that is hidden from them.
 */
export async function readPermitLibrary(
  { permitLibrary, memory }: Pick<DomainDeps, 'permitLibrary' | 'memory'>,
  actor: Pick<Actor, 'role'>,
): Promise<PermitLibraryView> {
  const { version, library } = await permitLibrary.refresh()
  const { fields = {} } = memory.addedFields?.get('permits') ?? {}
  return { version, ...library, attributes: visibleAttributes(library.attributes, fields, actor) }
}

/** Throws 400 with every reason why the library cannot be used. */
async function judge(
  { database }: DomainDeps,
  trx: Transaction<Tables>,
  before: PermitLibrary,
  library: PermitLibrary,
): Promise<void> {
  const named = new Set(library.permitTypes.flatMap(({ authorities }) => authorities))
  const unknown = await unknownAuthorities(database, trx, [...named])
  const problems: MapProblem[] = [
    ...checkLibrary(before, library),
    ...library.permitTypes.flatMap(({ authorities }, at) =>
      authorities
        .filter((code) => unknown.includes(code))
        .map((code) => ({
          path: `body.permitTypes.${at}.authorities`,
          code: 'unknown',
          detail: phrase('There is no agency with the short code {{code}}.', { code }),
        })),
    ),
  ]
  if (problems.length > 0)
    throw new Refusal('validation-failed', joined(problems.map(({ detail }) => detail)), { errors: problems })
}

const uniqueViolation = '23505'
const changedMeanwhile = 'Permit types, document types or fees were changed by someone else.'

/**
 * PATCH /permit-library: replaces the library and returns it. Administrators only (403); 400 with every
 * reason, 409 with the current library for a stale version. It is in force at once, on every server.
 */
export async function changePermitLibrary(deps: DomainDeps, actor: Actor, body: unknown): Promise<unknown> {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can change permit types, document types and fees.')
  const { version, ...given } = parse(ChangePermitLibrary, body ?? {}, 'body')
  const { permitLibrary, clock } = deps
  return changeDraft(
    deps,
    {
      lock: (trx) => permitLibrary.lock(trx),
      view: () => readPermitLibrary(deps, actor),
      changed: changedMeanwhile,
    },
    version,
    async (trx, { library: before }) => {
      const library = { ...given, fees: given.fees ?? before.fees }
      await judge(deps, trx, before, library)
      const changes = libraryChanges(before, library)
      const author = { at: clock.now(), by: actor.pid }
      await addAttributeFields(trx, before, library, author)
      await permitLibrary.save(trx, { version: version + 1, library, ...author })
      await touchConfiguration(deps, trx, actor.pid, changes)
    },
  ).catch((error: unknown) => {
    // Somebody added a field of that name in the same moment.
    throw isDatabaseError(error, uniqueViolation) ? new Refusal('duplicate', changedMeanwhile) : error
  })
}

/**
 * Throws 400 if a document type is not in the library, or is retired. `path` is the place of the codes in the
 * body.
 */
export function requireDocumentTypes(
  { permitLibrary }: Pick<RecordDeps, 'permitLibrary'>,
  codes: readonly string[],
  path: string,
): void {
  const types = permitLibrary.current.documentTypes
  for (const code of codes) {
    const type = types.find((each) => each.code === code)
    if (type === undefined)
      throw invalid(path, 'unknown', phrase('There is no document type with the code {{code}}.', { code }))
    if (type.retired)
      throw invalid(path, 'retired', phrase('The document type {{code}} is retired.', { code }))
  }
}
