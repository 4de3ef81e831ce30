import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef } from 'react'
import { remoteStatesAtom } from '../federation/federation.state.ts'
import { hasFailed } from '../federation/remote-state.ts'
import { isPlainClick } from '../navigation/PortalLink.tsx'
import type { Portal } from '../portal.ts'
import { RemoteErrorPanel } from './RemoteErrorPanel.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/** The place of a remote: a skeleton while it loads, an explanation when it fails. */
export function RemoteOutlet({ portal, remote }: { portal: Portal; remote: string }) {
  const state = useAtomValue(remoteStatesAtom)[remote] ?? { kind: 'idle' }
  const application = portal.remotes.get(remote)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (application === null) return
    place.current?.replaceChildren(application.element)
  }, [application])
  useEffect(() => leadLinksThroughShell(place.current, portal), [portal])
  return (
    <>
      {hasFailed(state) && application !== null && (
        <RemoteErrorPanel
          state={state}
          remote={remote}
          onRetry={() => void application.tryAgain()}
          onEarlier={() => void application.usePrevious()}
        />
      )}
      {state.kind !== 'ready' && !hasFailed(state) && <PageSkeleton />}
      <div ref={place} className="remote-place" hidden={state.kind !== 'ready'} />
    </>
  )
}

/**
 * Links inside a remote to pages of other remotes go through the shell, which asks about unsaved work before
 * the remote's own router moves, and adds `page=1` where needed. Links within the remote are left to its
 * router.
 */
function leadLinksThroughShell(place: HTMLElement | null, { remotes, shell, ownerOf }: Portal): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (
      !(link instanceof HTMLAnchorElement) ||
      !isPlainClick(event) ||
      link.target !== '' ||
      link.hasAttribute('download')
    )
      return
    if (link.origin !== location.origin) return
    const owner = ownerOf(link.pathname)
    if (owner === ownerOf(location.pathname) || (owner !== null && remotes.get(owner) === null)) return
    if (link.pathname.startsWith('/api/')) return
    event.preventDefault()
    event.stopPropagation()
    shell.navigate(link.href)
  }
  place?.addEventListener('click', onClick, { capture: true })
  return () => place?.removeEventListener('click', onClick, { capture: true })
}
