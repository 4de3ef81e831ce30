import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { unsavedAtom } from './navigation.state.ts'

/** A question that waits for the user's answer. */
export interface LeaveQuestion {
  /** Whether the user is signing out, which deletes unsaved text from the browser. */
  signsOut: boolean
  answer(leaves: boolean): void
}

/** The question the page currently shows; null when there is none. */
export const leaveQuestionAtom = atom<LeaveQuestion | null>(null)

/**
 * Whether unsaved work may be lost; true immediately when there is none. After a yes, the work no longer
 * counts as unsaved. A second question replaces the first. `isUnsaved` reports unsaved work that no page has
 * reported.
 */
export function mayLeave(store: PortalStore, { signsOut = false, isUnsaved = false } = {}): Promise<boolean> {
  if (!store.get(unsavedAtom) && !isUnsaved) return Promise.resolve(true)
  store.get(leaveQuestionAtom)?.answer(false)
  return new Promise((resolve) => {
    store.set(leaveQuestionAtom, {
      signsOut,
      answer: (leaves) => {
        store.set(leaveQuestionAtom, null)
        if (leaves) store.set(unsavedAtom, false)
        resolve(leaves)
      },
    })
  })
}

/**
 * Makes the browser ask before the tab is closed or reloaded over unsaved work. Returns a function that stops
 * it.
 */
export function guardTab(store: PortalStore): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (store.get(unsavedAtom)) event.preventDefault()
  }
  window.addEventListener('beforeunload', onBeforeUnload)
  return () => window.removeEventListener('beforeunload', onBeforeUnload)
}
