import { userAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { DraftStorage } from './draft-storage.ts'

/**
 * A draft another page of this browser is writing keeps its text here too, for a moment; older text was left
 * behind.
 */
const leftBehindMs = 15_000

/** A message whose text lies in this browser alone: its page went away before the server had it. */
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
  return found.toSorted((one, other) => other.at.localeCompare(one.at))
}

/** Texts this person left behind in this browser, newest first; looked for once, when mail is opened. */
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
