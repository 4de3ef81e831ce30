import { userAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { DraftStorage } from './draft-storage.ts'

/**
 * Age in ms after which stored text counts as left behind; younger text may belong to another page that is
 * editing it.
 */
const leftBehindMs = 15_000

/** A message whose text exists only in this browser: its page was closed before the server had it. */
export interface LeftBehind {
  name: string
  subject: string
  at: string
}

function leftBehindBy(person: string): LeftBehind[] {
  const keeper = new DraftStorage(person)
  const found = keeper.list().flatMap((name) => {
    const kept = keeper.find(name)
    if (kept === null || Date.now() - Date.parse(kept.savedAt) < leftBehindMs) return []
    return [{ name, subject: kept.subject, at: kept.savedAt }]
  })
  return found.toSorted((a, other) => other.at.localeCompare(a.at))
}

/** Texts this user left in this browser, newest first. Read once, when mail is opened. */
export function useUnsavedDrafts(): { left: readonly LeftBehind[]; forget: (name: string) => void } {
  const person = useAtomValue(userAtom)?.pid ?? ''
  const [left, setLeft] = useState(() => leftBehindBy(person))
  return {
    left,
    forget: (name) => {
      setLeft((before) => before.filter((each) => each.name !== name))
      new DraftStorage(person).forget(name)
    },
  }
}
