import { Refusal, isAdministrator } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { FileAgency, LibraryFileQuery, libraryFormat } from '@portal/contract/library-file'
import type { LibraryFile } from '@portal/contract/library-file'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { parse } from '#platform/http/problems.ts'
import type { DomainDeps } from '../deps.ts'
import { visibleAttributes } from '../permit-library/attribute-fields.ts'
import { readLibraryState } from './read-library-state.ts'

/** Throws 403 for others than administrators. */
export function requireLibraryAdministrator(actor: Pick<Actor, 'role'>): void {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can export and import the library.')
}

/**
 * GET /permit-library/file: agencies, types, details, document types, fees and the requirements in force as
 * one file, with `sources` also the feeds without their tokens. Throws 403.
 */
export async function exportLibrary(deps: DomainDeps, actor: Actor, query: unknown): Promise<LibraryFile> {
  requireLibraryAdministrator(actor)
  const { sources: hasSources } = parse(LibraryFileQuery, query ?? {}, 'query')
  const config = await currentConfiguration(deps)
  const { library } = await deps.permitLibrary.refresh()
  const { requirements } = await deps.requirements.refresh()
  const state = await deps.database.kysely
    .transaction()
    .execute((trx) => readLibraryState(deps, trx, { library, requirements, config }))
  const { fields = {} } = deps.memory.addedFields?.get('permits') ?? {}
  const known = Object.keys(FileAgency.shape)
  return {
    format: libraryFormat,
    ...(config.settings.officeName !== '' && { name: config.settings.officeName.slice(0, 120) }),
    agencies: state.agencies.map(({ values, calendar }) =>
      FileAgency.parse({
        ...Object.fromEntries(
          Object.entries(values).filter(
            ([field, value]) => known.includes(field) && value !== null && value !== '',
          ),
        ),
        ...(calendar !== undefined && { calendar }),
      }),
    ),
    permitTypes: library.permitTypes,
    documentTypes: library.documentTypes,
    fees: library.fees,
    attributes: visibleAttributes(library.attributes, fields, actor),
    requirements,
    sources: hasSources ? state.sources.map(({ source }) => source) : [],
  }
}
