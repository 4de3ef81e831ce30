import { userAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { Banner } from '../../frame/Banner.tsx'
import { t } from '../../texts.ts'

/** Tells administrators that sign-ins are frozen. Superadmins end the freeze under Passkeys and sessions. */
export function FreezeBanner() {
  const user = useAtomValue(userAtom)
  return user?.signInsFrozen === true ? <Banner kind="warning" text={t('frozenBanner')} /> : null
}
