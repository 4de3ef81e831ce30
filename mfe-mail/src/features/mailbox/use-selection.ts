import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Selects or deselects one message; `upTo` includes all loaded ones since the last. */
  toggle: (id: string, upTo: boolean) => void
  set: (ids: Iterable<string>) => void
  clear: () => void
}

/**
 * The selected messages of one list; `order` are the loaded ones from top to bottom, `place` identifies the
 * list.
 */
export function useSelection(place: string, order: readonly string[]): Selection {
  const [chosen, setChosen] = useState<{ place: string; ids: ReadonlySet<string>; last: string | null }>({
    place,
    ids: new Set(),
    last: null,
  })
  const current = chosen.place === place ? chosen : { place, ids: new Set<string>(), last: null }
  const toggle = (id: string, upTo: boolean) => {
    const ids = new Set(current.ids)
    const isChosen = !ids.has(id)
    const [one, other] = [order.indexOf(current.last ?? ''), order.indexOf(id)]
    const range =
      upTo && one !== -1 && other !== -1 ? order.slice(Math.min(one, other), Math.max(one, other) + 1) : [id]
    for (const each of range) {
      if (isChosen) ids.add(each)
      else ids.delete(each)
    }
    setChosen({ place, ids, last: id })
  }
  return {
    ids: current.ids,
    toggle,
    set: (ids) => setChosen({ place, ids: new Set(ids), last: null }),
    clear: () => setChosen({ place, ids: new Set(), last: null }),
  }
}
