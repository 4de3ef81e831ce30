import { useShell, userAtom } from '@portal/shared-ui'
import { useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { invalidateMailbox } from '../../mail-calls.ts'
import type { Mailbox } from '../../mail-calls.ts'
import { draftCalls } from './draft-calls.ts'
import { DraftStorage } from './draft-storage.ts'
import { DraftSession } from './draft-session.ts'
import type { DraftState } from './draft-state.ts'

export interface UseDraftOptions {
  mailbox: Mailbox
  /**
   * The draft's id, or a generated name for a new message; must not change while the component is mounted.
   */
  name: string
  isNew: boolean
  isFresh: boolean
  onId: (id: string) => void
}

/** The draft being edited: loaded or created on mount, saved and closed on unmount. */
export function useDraft({ mailbox, name, isNew, isFresh, onId }: UseDraftOptions): {
  session: DraftSession
  state: DraftState
} {
  const shell = useShell()
  const queryClient = useQueryClient()
  const person = useAtomValue(userAtom)?.pid ?? ''
  const [session] = useState(
    () =>
      new DraftSession({
        calls: draftCalls(mailbox),
        keeper: new DraftStorage(person),
        name,
        isNew,
        isFresh,
        onId,
      }),
  )
  const state = useSyncExternalStore(session.subscribe, () => session.state)
  const isUnsaved =
    state.save.kind !== 'saved' &&
    state.save.kind !== 'opening' &&
    state.save.kind !== 'not-found' &&
    session.isDirty

  useEffect(() => {
    void session.open()
    const onHide = () => void (document.visibilityState === 'hidden' ? session.save() : session.refresh())
    const onFocus = () => void session.refresh()
    const onOnline = () => void session.save()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('focus', onFocus)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('focus', onFocus)
      window.removeEventListener('online', onOnline)
      void session.close().then(() => invalidateMailbox(queryClient, mailbox))
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the draft is closed once, on unmount
  }, [session])
  useEffect(() => {
    shell.reportUnsaved(isUnsaved)
    return () => shell.reportUnsaved(false)
  }, [shell, isUnsaved])
  return { session, state }
}
