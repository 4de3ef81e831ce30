import { useAtomValue, useStore } from '@portal/shared-ui/state'
import { Banner } from '../../frame/Banner.tsx'
import { t } from '../../texts.ts'
import { retryUnavailable, unavailableAtom } from './degraded.state.ts'

/** Names the parts of the portal that are unavailable, and the consequence. */
export function MissingBanner() {
  const missing = useAtomValue(unavailableAtom)
  const store = useStore()
  if (missing.length === 0) return null
  return (
    <Banner
      kind="warning"
      text={`${missing.map((each) => t(`missing_${each}`)).join(' ')} ${t('restWorks')}`}
      {...(missing.some((each) => each !== 'stream') && {
        action: t('tryAgain'),
        onAction: () => retryUnavailable(store),
      })}
    />
  )
}
