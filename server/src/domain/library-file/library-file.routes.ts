import { libraryFileSchema } from '@portal/contract/library-file'
import { okValue } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '../deps.ts'
import { exportLibrary, requireLibraryAdministrator } from './export-library.ts'
import { importLibraryFile, previewLibraryFile } from './import-library.ts'
import { listPacks, readPack } from './packs.ts'

/** The library as one file, for administrators. Source: decision 0147. */
export const libraryFileCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['permit-library', 'file'],
    answer: async ({ deps, actor, call }) => okValue(await exportLibrary(deps, actor, call.query)),
  },
  {
    method: 'GET',
    pattern: ['permit-library', 'schema'],
    async answer({ actor }) {
      requireLibraryAdministrator(actor)
      return okValue(libraryFileSchema())
    },
  },
  {
    method: 'GET',
    pattern: ['permit-library', 'packs'],
    async answer({ actor }) {
      requireLibraryAdministrator(actor)
      return okValue(await listPacks(actor))
    },
  },
  {
    method: 'GET',
    pattern: ['permit-library', 'packs', '{key}'],
    async answer({ actor, names: [key = ''] }) {
      requireLibraryAdministrator(actor)
      return okValue(await readPack(key))
    },
  },
  {
    method: 'POST',
    pattern: ['permit-library', 'preview'],
    answer: async ({ deps, actor, call }) => okValue(await previewLibraryFile(deps, actor, call.body)),
  },
  {
    method: 'POST',
    pattern: ['permit-library', 'import'],
    answer: async ({ deps, actor, call }) => okValue(await importLibraryFile(deps, actor, call.body)),
  },
]
