import { areSignInsFrozen } from '../../sign-in/sign-in-methods.ts'
import { t } from '../../texts.ts'

/** Says on the pages of signing in and up that sign-ins are frozen, before anybody tries. */
export function FreezeNotice() {
  return areSignInsFrozen() ? (
    <p role="status" className="error-line">
      {t('frozenNotice')}
    </p>
  ) : null
}
