import { screenLabel } from '@portal/contract'
import { useAtomValue } from '@portal/shared-ui/state'
import { removedAtom } from '../../federation/federation.state.ts'
import { Banner } from '../../frame/Banner.tsx'
import { routeAtom } from '../../navigation/navigation.state.ts'
import { t } from '../../texts.ts'

/** Says that the module on screen was removed while its page was open. The page stays until it is left. */
export function RemovedBanner() {
  const route = useAtomValue(routeAtom)
  const removed = useAtomValue(removedAtom)
  const found = route.kind === 'remote' ? removed.find(({ name }) => name === route.remote) : undefined
  if (found === undefined) return null
  return <Banner kind="warning" text={t('removedBanner', { title: screenLabel(found.label) })} />
}
