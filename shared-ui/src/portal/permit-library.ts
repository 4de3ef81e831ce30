import { PermitLibraryView, choosableOptions, libraryOptions, seedLibrary } from '@portal/contract'
import type { LibraryPart, Option, PermitLibrary } from '@portal/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { crud } from '../api/api.ts'
import { screenLabelIn, screenOptions } from '../records/declaration/screen-declaration.ts'
import { configurationAtom } from './configuration.ts'

/** Changing the library raises the version of the configuration. At version 1, nothing has been changed. */
const firstVersion = 1

const libraryQuery = (version: number) =>
  queryOptions({
    queryKey: ['permit-library', 'in-force', version],
    queryFn: async ({ signal }): Promise<PermitLibrary> => {
      const view = await crud({ apiPath: '/permit-library', method: 'GET' }, PermitLibraryView, { signal })
      // The same object means that nothing was changed; declarations are cached by it.
      if (view.version === 0) return seedLibrary
      const { version: _version, ...library } = view
      return library
    },
    enabled: version > firstVersion,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: (known, next) =>
      next === seedLibrary || JSON.stringify(known) !== JSON.stringify(next) ? next : known,
  })

/**
 * The permit types, document types and fees of the office, retired ones included. A new version of the
 * configuration requests them again. Until they are here, they are those of the release.
 */
export function usePermitLibrary(): PermitLibrary {
  const version = useAtomValue(configurationAtom)?.version ?? firstVersion
  const { data } = useQuery(libraryQuery(version))
  return data ?? seedLibrary
}

/** Names of types and fees in the language of the screen. An unknown code is its own name. */
export interface LibraryLabels {
  permitType: (code: string) => string
  documentType: (code: string) => string
  fee: (code: string) => string
}

/** The names of the permit types, document types and fees of the office. */
export function useLibraryLabels(): LibraryLabels {
  const library = usePermitLibrary()
  const labelOf = (part: LibraryPart) => (code: string) =>
    screenLabelIn(libraryOptions(library, part), code) ?? code
  return {
    permitType: labelOf('permitTypes'),
    documentType: labelOf('documentTypes'),
    fee: labelOf('fees'),
  }
}

/**
 * The types or fees that can be chosen, in the language of the screen. Retired ones that are chosen already
 * stay.
 */
export function useLibraryChoices(part: LibraryPart, chosen: readonly string[] = []): Option[] {
  const options = libraryOptions(usePermitLibrary(), part)
  const open = choosableOptions(options)
  return screenOptions(options.filter((option) => open.includes(option) || chosen.includes(option.code)))
}
