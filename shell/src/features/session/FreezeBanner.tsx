import { userAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { Banner } from '../../frame/Banner.tsx'
import { t } from '../../texts.ts'

/** Says to administrators that nobody new can sign in; superadmins end that under Passkeys and sessions. */
export function FreezeBanner() {
  const user = useAtomValue(userAtom)
  return user?.signInsFrozen === true ? <Banner kind="warning" text={t('frozenBanner')} /> : null
}
