import {
  LibraryFile,
  LibraryFileSchema,
  LibraryImportPlan,
  LibraryPacks,
} from '@portal/contract/library-file'
import { addToastAtom, crud, loadConfiguration, saveAsFile } from '@portal/shared-ui'
import { queryOptions, useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useSetAtom, useStore } from '@portal/shared-ui/state'
import { agenciesQuery } from '../../parts/agencies.queries.ts'
import { t } from './texts.ts'

export const packsQuery = queryOptions({
  queryKey: ['permit-library', 'packs'],
  queryFn: ({ signal }) =>
    crud({ apiPath: '/permit-library/packs', method: 'GET' }, LibraryPacks, { signal }),
})

const saveJson = (name: string, value: unknown) =>
  saveAsFile(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json')

/** Saves the library of the office as a file. */
export function useExport() {
  const toast = useSetAtom(addToastAtom)
  return useMutation({
    mutationFn: async (sources: boolean) =>
      crud({ apiPath: '/permit-library/file', method: 'GET', query: { sources } }, LibraryFile),
    onSuccess: (file) => saveJson('permit-library.json', file),
    onError: ({ message }) => toast({ title: message, colour: 'red' }),
  })
}

/** Saves the JSON schema of the file. */
export function useSchemaDownload() {
  const toast = useSetAtom(addToastAtom)
  return useMutation({
    mutationFn: () => crud({ apiPath: '/permit-library/schema', method: 'GET' }, LibraryFileSchema),
    onSuccess: (schema) => saveJson('library-file.schema.json', schema),
    onError: ({ message }) => toast({ title: message, colour: 'red' }),
  })
}

/** A file that was chosen, with what an import of it does. */
export interface FilePreview {
  name: string
  file: unknown
  plan: LibraryImportPlan
}

const planOf = async (name: string, file: unknown): Promise<FilePreview> => ({
  name,
  file,
  plan: await crud({ apiPath: '/permit-library/preview', method: 'POST', body: { file } }, LibraryImportPlan),
})

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(t('notJson'))
  }
}

/** What an import of a file or of a pack does. A larger file than one call takes is not sent. */
export function usePreview(maxBytes: number) {
  return useMutation({
    mutationFn: async (chosen: File | { key: string; name: string }): Promise<FilePreview> => {
      if (!(chosen instanceof File)) {
        const path = `/permit-library/packs/${chosen.key}`
        return planOf(chosen.name, await crud({ apiPath: path, method: 'GET' }, LibraryFile))
      }
      if (chosen.size > maxBytes) throw new Error(t('tooLarge'))
      return planOf(chosen.name, readJson(await chosen.text()))
    },
  })
}

/** Imports what was previewed, and nothing else. */
export function useImport() {
  const client = useQueryClient()
  const store = useStore()
  return useMutation({
    mutationFn: ({ file, plan: { seen } }: FilePreview) =>
      crud({ apiPath: '/permit-library/import', method: 'POST', body: { file, seen } }, LibraryImportPlan),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: agenciesQuery.queryKey })
      // Tables, filters and forms take the types from the library of this version of the configuration.
      void loadConfiguration(store)
    },
  })
}
