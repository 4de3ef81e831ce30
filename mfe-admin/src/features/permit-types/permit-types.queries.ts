import { PermitLibraryView } from '@portal/contract'
import type { PermitLibrary } from '@portal/contract'
import { addToastAtom, configurationAtom, crud, isProblem, loadConfiguration } from '@portal/shared-ui'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useSetAtom, useStore } from '@portal/shared-ui/state'

const settingsKey = ['permit-library', 'settings']

/** The library with its version. A change by anybody raises the version of the configuration. */
export const libraryQuery = (version: number | undefined) =>
  queryOptions({
    queryKey: [...settingsKey, version],
    queryFn: ({ signal }) =>
      crud({ apiPath: '/permit-library', method: 'GET' }, PermitLibraryView, { signal }),
    placeholderData: keepPreviousData,
  })

export interface LibraryEdit {
  /** What changes in the library as it is now, so that nothing of somebody else is overwritten. */
  change: (library: PermitLibrary) => PermitLibrary
  /** What is said when it is saved. */
  told: string
}

/**
 * Changes the library. A refusal because somebody else changed it reads it again, and the same change can be
 * sent once more.
 */
export function useLibraryChange(onDone: () => void) {
  const client = useQueryClient()
  const store = useStore()
  const toast = useSetAtom(addToastAtom)
  return useMutation({
    mutationFn: async ({ change }: LibraryEdit) => {
      const { version, ...library } = await client.ensureQueryData(
        libraryQuery(store.get(configurationAtom)?.version),
      )
      return crud(
        { apiPath: '/permit-library', method: 'PATCH', body: { version, ...change(library) } },
        PermitLibraryView,
      )
    },
    onSuccess: (view, { told }) => {
      client.setQueriesData({ queryKey: settingsKey }, view)
      // Tables, filters and forms take the types from the library of this version of the configuration.
      void loadConfiguration(store)
      toast({ title: told })
      onDone()
    },
    onError: async (error) => {
      if (isProblem(error, 'version-conflict')) await client.invalidateQueries({ queryKey: settingsKey })
    },
  })
}
