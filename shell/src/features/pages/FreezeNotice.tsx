import { areSignInsFrozen } from '../../sign-in/sign-in-methods.ts'
import { t } from '../../texts.ts'

/** Says on the sign-in and sign-up pages that sign-ins are frozen, before the user tries. */
export function FreezeNotice() {
  return areSignInsFrozen() ? (
    <p role="status" className="error-line">
      {t('frozenNotice')}
    </p>
  ) : null
}
