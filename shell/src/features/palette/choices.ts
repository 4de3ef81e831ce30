import { foldText } from '@portal/contract'
import type { Actor, CurrentUser, Declaration, MenuEntry, SearchHit } from '@portal/contract'
import { kindAndStatus, openableUrl } from '@portal/shared-ui'

/** One line of the palette. `hint` stands at its right in small. */
export interface Choice {
  id: string
  group: 'records' | 'pages' | 'actions'
  label: string
  hint: string
  icon: string | null
  act: () => void
}

/** Do all words of what was typed begin some word of the label? */
export function fits(label: string, typed: string): boolean {
  const words = foldText(label).split(/[^\p{L}\p{M}\p{N}]+/u)
  return foldText(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

export function pageChoices(menu: readonly MenuEntry[], go: (url: string) => void): Choice[] {
  return menu.map(({ label, path, icon }) => ({ id: `page ${path}`, group: 'pages', label, hint: '', icon, act: () => go(path) }))
}

/** The records found that have a page this person may open. */
export function recordChoices(
  hits: readonly SearchHit[],
  actor: Actor,
  user: CurrentUser | null,
  declarationOf: (name: string) => Declaration | undefined,
  go: (url: string) => void,
): Choice[] {
  return hits.flatMap((hit): Choice[] => {
    const url = openableUrl(hit.collection, hit.pid, actor, user)
    if (url === null) return []
    return [
      {
        id: `record ${hit.collection} ${hit.pid}`,
        group: 'records',
        label: hit.title,
        hint: kindAndStatus(hit, declarationOf),
        icon: null,
        act: () => go(url),
      },
    ]
  })
}
