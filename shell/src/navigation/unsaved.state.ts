import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { unsavedAtom } from './navigation.state.ts'

/** A question that waits for its answer. */
export interface LeaveQuestion {
  /** Does the person sign out, which deletes unsaved text from the browser? */
  signsOut: boolean
  answer(leaves: boolean): void
}

/** The question the page shows at the moment; null when there is none. */
export const leaveQuestionAtom = atom<LeaveQuestion | null>(null)

/**
 * Whether the person lets go of what is not saved; true at once when there is nothing. Saying yes settles it:
 * nobody asks again. A second question takes the place of the first. `isUnsaved` says that there is something
 * that no page knows of.
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

/** Has the browser ask before the tab is closed or reloaded over unsaved work. Answers how to stop. */
export function guardTab(store: PortalStore): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (store.get(unsavedAtom)) event.preventDefault()
  }
  window.addEventListener('beforeunload', onBeforeUnload)
  return () => window.removeEventListener('beforeunload', onBeforeUnload)
}
