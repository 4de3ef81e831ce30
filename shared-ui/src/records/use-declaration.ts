import { findCollection, seedMap, withStatusMap, wordedFor } from '@portal/contract'
import type { Actor, Declaration, StatusMap } from '@portal/contract'
import { useAtomValue } from 'jotai'
import { useStatusMap } from '../portal/status-map.ts'
import { actorAtom } from '../session/session.ts'

/** The collection of that name in the words of whoever looks, permits with the statuses of this map. */
export function declarationFor(name: string, actor: Pick<Actor, 'role'> | null, map: StatusMap = seedMap): Declaration | undefined {
  const declared = findCollection(name)
  const declaration = declared === undefined ? undefined : withStatusMap(declared, map)
  return declaration === undefined || actor === null ? declaration : wordedFor(declaration, actor)
}

/** Collections by name in the words of the person who is signed in. */
export function useDeclarations(): (name: string) => Declaration | undefined {
  const actor = useAtomValue(actorAtom)
  const map = useStatusMap()
  return (name) => declarationFor(name, actor, map)
}
