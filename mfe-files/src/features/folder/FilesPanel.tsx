import { useCallback, useSyncExternalStore } from 'react'
import { CollectionName } from '@portal/contract'
import { actorAtom, isReference } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { FileBrowser } from './FileBrowser.tsx'
import { recordFileBrowser, FileBrowserProvider } from './file-browser-context.ts'

/**
 * The page's address; updates on every navigation. The portal dispatches `popstate` for every change of the
 * history.
 */
function useAddress(): URL {
  const subscribe = useCallback((onChange: () => void) => {
    window.addEventListener('popstate', onChange)
    return () => window.removeEventListener('popstate', onChange)
  }, [])
  return new URL(useSyncExternalStore(subscribe, () => window.location.href))
}

/**
 * Replaces the current address and dispatches `popstate`, as the portal does for each change of the history.
 */
function replaceAddress(address: string): void {
  const state: unknown = window.history.state
  window.history.replaceState(state, '', address)
  window.dispatchEvent(new PopStateEvent('popstate', { state }))
}

/** The tab `Files` of a record's drawer: its folders and attachments, as in the shared folders. */
export function FilesPanel({
  collection,
  pid,
  record,
  onCount,
}: Pick<PanelProps, 'collection' | 'pid' | 'onCount'> & Partial<Pick<PanelProps, 'record'>>) {
  const org: unknown = record?.['org']
  const client = isReference(org) ? org.title : null
  const address = useAddress()
  const actor = useAtomValue(actorAtom)
  return (
    <FileBrowserProvider
      value={recordFileBrowser(
        { collection: CollectionName.parse(collection), pid, client },
        address,
        actor,
        replaceAddress,
      )}
    >
      {/* Cancels the drawer's padding, so that rows use the full width. */}
      <Box sx={{ marginInline: -5 }}>
        <FileBrowser onCount={onCount} />
      </Box>
    </FileBrowserProvider>
  )
}
