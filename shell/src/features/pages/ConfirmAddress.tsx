import { api, nothing } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { ActionButton } from './ActionButton.tsx'

/**
 * Target of the link that is mailed to a new user. The address is confirmed by a button, because mail
 * scanners open links too.
 */
export function ConfirmAddress({ token }: { token: string }) {
  const action = useMutation({
    mutationFn: () => api.post('/api/auth/sign-up/confirm', { token }, nothing),
  })
  if (action.isSuccess) return <p role="status">{t('confirmed')}</p>
  return (
    <div className="sheet">
      <p>{t('confirmText')}</p>
      <ActionButton label={t('confirmAddress')} failed={t('confirmFailed')} action={action} />
    </div>
  )
}
