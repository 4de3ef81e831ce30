import { findCollection, wordedFor } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { useAtomValue } from 'jotai'
import { actorAtom } from '../session/session.ts'

/** The collection of that name in the words of whoever looks. */
export function declarationFor(name: string, actor: Pick<Actor, 'role'> | null): Declaration | undefined {
  const declaration = findCollection(name)
  return declaration === undefined || actor === null ? declaration : wordedFor(declaration, actor)
}

/** Collections by name in the words of the person who is signed in. */
export function useDeclarations(): (name: string) => Declaration | undefined {
  const actor = useAtomValue(actorAtom)
  return (name) => declarationFor(name, actor)
}
