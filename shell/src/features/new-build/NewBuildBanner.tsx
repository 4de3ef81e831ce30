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
 * Offers a build that was deployed while this page was open. A new build of the shell needs a reload and is
 * offered first. Remotes that are not on screen use their new build when they are next opened; the remote on
 * screen is replaced without a reload when the user agrees. Nothing is offered while there is unsaved work,
 * and no remote that is overridden.
 */
export function NewBuildBanner({ portal }: { portal: Portal }) {
  const route = useAtomValue(routeAtom)
  const title = screenLabel(useAtomValue(titleAtom))
  const running = useAtomValue(remoteStatesAtom)
  const deployed = useAtomValue(remotesAtom)
  const isNewShell = useAtomValue(newShellAtom)
  const isUnsaved = useAtomValue(unsavedAtom)
  const overridden = overridesFor(useAtomValue(roleAtom))
  if (isUnsaved) return null
  if (isNewShell)
    return <Banner kind="info" text={t('newShell')} action={t('reload')} onAction={() => location.reload()} />
  if (route.kind !== 'remote' || overridden.some(({ name }) => name === route.remote)) return null
  const current = running[route.remote]
  const listed = deployed.find(({ name }) => name === route.remote)
  if (current?.kind !== 'ready' || listed?.state !== 'on' || listed.version === current.version) return null
  return (
    <Banner
      kind="info"
      text={t('newVersion', { title })}
      action={t('useNow')}
      onAction={() => void portal.remotes.get(route.remote)?.tryAgain()}
    />
  )
}
