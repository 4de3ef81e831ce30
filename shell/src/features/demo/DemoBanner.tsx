import { isDemo } from '../../sign-in/sign-in-methods.ts'
import { t } from '../../texts.ts'

/**
 * A banner above every page while the server runs in demo mode. It is part of the layout, so it covers
 * nothing.
 */
export function DemoBanner() {
  if (!isDemo()) return null
  return (
    <aside className="demo-banner" aria-label={t('demoMode')}>
      {t('demoBanner')}
    </aside>
  )
}
