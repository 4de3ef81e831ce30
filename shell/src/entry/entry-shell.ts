import { addToastAtom } from '@portal/shared-ui'
import type { ShellApi } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { navigate } from '../navigation/navigate.ts'
import { titleOverrideAtom, unsavedAtom } from '../navigation/navigation.state.ts'

/** The part of the shell's API that needs no remotes. The sign-in pages have no more. */
export function createEntryShell(store: PortalStore): ShellApi {
  return {
    navigate: (url) => navigate(store, url),
    reportUnsaved: (unsaved) => store.set(unsavedAtom, unsaved),
    toast: (toast) => store.set(addToastAtom, toast),
    panels: () => [],
    loadPanel: () => Promise.reject(new Error('The sign-in pages have no panels.')),
    flags: {},
    setTitle: (title) => store.set(titleOverrideAtom, title),
    // Each remote gets its own version, which knows the remote's name. The shell's own pages only log.
    reportFailure: (error) => console.error('A page failed to draw:', error),
  }
}
