import { PermitLibrary, seedLibrary } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

const Row = z.object({ version: z.number(), library: PermitLibrary.nullable() })

/** The library in force. Version 0 is that of the release. */
export interface VersionedLibrary {
  version: number
  library: PermitLibrary
}

const toVersioned = ([row]: readonly z.infer<typeof Row>[]): VersionedLibrary => {
  if (row === undefined) throw new Error('The permit library is gone')
  return { version: row.version, library: row.library ?? seedLibrary }
}

/**
 * The permit types, document types and fees of the office, as this server knows them. Versions only increase,
 * so a late response with an older library does not replace a newer one.
 */
export class PermitLibraryService {
  readonly #database: Database
  #known: VersionedLibrary = { version: 0, library: seedLibrary }

  constructor(database: Database) {
    this.#database = database
  }

  /** The library in force. It is current in a request that has read the configuration version. */
  get current(): PermitLibrary {
    return this.#known.library
  }

  /**
   * Reads the library. Runs with every new configuration version, and a change of the library raises that.
   */
  async refresh(): Promise<VersionedLibrary> {
    const found = toVersioned(
      await this.#database.query('select version, library from permit_library where id = 1', [], Row),
    )
    if (found.version > this.#known.version) this.#known = found
    return this.#known
  }

  /** The library as a transaction sees it, also on a server that has not read the configuration yet. */
  async read(trx: Transaction<Tables>): Promise<VersionedLibrary> {
    const text = 'select version, library from permit_library where id = 1'
    return toVersioned(await this.#database.queryIn(trx, text, [], Row))
  }

  /** Locks the library until the transaction ends. */
  async lock(trx: Transaction<Tables>): Promise<VersionedLibrary> {
    return toVersioned(
      await this.#database.queryIn(
        trx,
        'select version, library from permit_library where id = 1 for update',
        [],
        Row,
      ),
    )
  }

  /** Stores the library. `version` is that of the locked one, raised by one. */
  async save(
    trx: Transaction<Tables>,
    { version, library, at, by }: VersionedLibrary & { at: Date; by: string },
  ): Promise<void> {
    await this.#database.queryIn(
      trx,
      'update permit_library set version = $1, library = $2::jsonb, updated_at = $3, updated_by = $4 where id = 1',
      [version, JSON.stringify(library), at, by],
    )
  }
}
