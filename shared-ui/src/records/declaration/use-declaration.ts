import { findCollection, withLibrary, withStatusMap, labelsForRole } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { useAtomValue } from 'jotai'
import { usePermitLibrary } from '../../portal/permit-library.ts'
import { useStatusMap } from '../../portal/status-map.ts'
import { actorAtom } from '../../session/session.ts'
import { screenDeclaration } from './screen-declaration.ts'

/**
 * Collections by name in the words of the person who is signed in, permits with the statuses of the map in
 * force, and records with the types of the library.
 */
export function useDeclarations(): (name: string) => Declaration | undefined {
  const actor = useAtomValue(actorAtom)
  const map = useStatusMap()
  const library = usePermitLibrary()
  return (name) => {
    const declared = findCollection(name)
    const declaration =
      declared === undefined ? undefined : withLibrary(withStatusMap(declared, map), library)
    return declaration && screenDeclaration(actor === null ? declaration : labelsForRole(declaration, actor))
  }
}
