import { isDemo } from '../../sign-in/sign-in-methods.ts'
import { t } from '../../texts.ts'

/**
 * A line above every page while the server runs in demo mode. It takes its own place, so it covers nothing.
 */
export function DemoBanner() {
  if (!isDemo()) return null
  return (
    <aside className="demo-banner" aria-label={t('demoMode')}>
      {t('demoBanner')}
    </aside>
  )
}
