import { roleAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { clearOverrides, overridesFor } from '../../federation/overrides.ts'
import { Banner } from '../../frame/Banner.tsx'
import { t } from '../../texts.ts'

/**
 * Names the remotes that are loaded from this machine instead of the portal; one click removes all overrides.
 */
export function OverrideBanner() {
  const overrides = overridesFor(useAtomValue(roleAtom))
  if (overrides.length === 0) return null
  const list = overrides.map(({ name, origin }) => t('overridden', { name, origin })).join(', ')
  return (
    <Banner
      kind="warning"
      text={t('overrides', { list })}
      action={t('clearOverrides')}
      onAction={() => void clearOverrides()}
    />
  )
}
