import type { SharedRoot } from '@portal/contract'
import { actorAtom } from '@portal/shared-ui'
import { useNavigate, useSearchParams } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { FileBrowser } from './FileBrowser.tsx'
import { pageFileBrowser, FileBrowserProvider } from './file-browser-context.ts'

/**
 * The page of a shared root. The open folder is in the address as `?folder=`, a previewed file as `?file=`.
 */
export function FolderPage({ root }: { root: SharedRoot }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const actor = useAtomValue(actorAtom)
  return (
    <FileBrowserProvider
      value={pageFileBrowser(root, search, actor, (address) => void navigate(address, { replace: true }))}
    >
      <FileBrowser />
    </FileBrowserProvider>
  )
}
