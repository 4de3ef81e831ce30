import { readPreview, writePreview } from '@portal/contract'
import type { PreviewName } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { remotesAtom } from './federation.state.ts'
import { takeParameter } from './take-parameter.ts'

const parameter = 'preview'

/** The preview that the address asks for, until the user has answered. */
export const previewQuestionAtom = atom<PreviewName | null>(null)

/** The branch of each remote that this page previews. */
export const previewedAtom = atom((get) =>
  get(remotesAtom).flatMap((remote) =>
    remote.state === 'on' && remote.preview !== undefined
      ? [{ manifest: remote.manifest, ...remote.preview }]
      : [],
  ),
)

/** The parameter in the address to which the sign-in page returns. */
function askedBeforeSignIn(): string | null {
  const address = new URLSearchParams(location.search).get('returnTo')
  return address !== null && URL.canParse(address, location.origin)
    ? new URL(address, location.origin).searchParams.get(parameter)
    : null
}

/**
 * Removes `?preview=mail@feature-x` from the address and makes it a question to the user. A page may lead
 * elsewhere and drop its query, so this is called before the first route is resolved, and once more when
 * somebody has signed in.
 */
export function takePreview(store: PortalStore): void {
  const preview = readPreview(takeParameter(parameter) ?? askedBeforeSignIn() ?? '')
  if (preview !== null) store.set(previewQuestionAtom, preview)
}

/**
 * Shows a preview to this session until the user leaves it. The page is loaded anew, because its code is
 * another.
 */
export async function openPreview(
  preview: PreviewName,
  reload: () => void = () => location.reload(),
): Promise<void> {
  await api.post('/api/federation/preview', { preview: writePreview(preview) }, nothing)
  // It is still in the address of somebody who had to sign in.
  takeParameter(parameter)
  reload()
}

/** Shows the live versions again. */
export async function leavePreview(reload: () => void = () => location.reload()): Promise<void> {
  await api.delete('/api/federation/preview', nothing)
  reload()
}
