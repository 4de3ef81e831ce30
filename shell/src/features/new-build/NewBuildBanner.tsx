import { screenLabel } from '@portal/contract'
import { roleAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { remotesAtom, remoteStatesAtom } from '../../federation/federation.state.ts'
import { overridesFor } from '../../federation/overrides.ts'
import { Banner } from '../../frame/Banner.tsx'
import { routeAtom, titleAtom, unsavedAtom } from '../../navigation/navigation.state.ts'
import type { Portal } from '../../portal.ts'
import { t } from '../../texts.ts'
import { newShellAtom } from './new-build.ts'

/**
 * Offers a release that was deployed while this page was open. Remotes that are not on screen use the new
 * release when they are next opened. The remote on screen is replaced without a reload when the user agrees.
 * Nothing is offered while there is unsaved work, nor for overridden remotes.
 */
export function NewBuildBanner({ portal }: { portal: Portal }) {
  const decision = useAtomValue(routeAtom)
  const title = screenLabel(useAtomValue(titleAtom))
  const states = useAtomValue(remoteStatesAtom)
  const remotes = useAtomValue(remotesAtom)
  const isNewShell = useAtomValue(newShellAtom)
  const isUnsaved = useAtomValue(unsavedAtom)
  const overridden = overridesFor(useAtomValue(roleAtom))
  if (isUnsaved) return null
  if (isNewShell)
    return <Banner kind="info" text={t('newShell')} action={t('reload')} onAction={() => location.reload()} />
  if (decision.kind !== 'remote' || overridden.some(({ name }) => name === decision.remote)) return null
  const state = states[decision.remote]
  const known = remotes.find(({ name }) => name === decision.remote)
  if (state?.kind !== 'ready' || known?.state !== 'on' || known.version === state.version) return null
  return (
    <Banner
      kind="info"
      text={t('newVersion', { title })}
      action={t('useNow')}
      onAction={() => void portal.remotes.get(decision.remote)?.tryAgain()}
    />
  )
}
