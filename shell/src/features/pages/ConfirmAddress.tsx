import { api, nothing } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'

/**
 * Target of the link that is mailed to a new user. The address is confirmed by a button, because mail
 * scanners open links too.
 */
export function ConfirmAddress({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.post('/api/auth/sign-up/confirm', { token }, nothing),
  })
  if (isSuccess) return <p role="status">{t('confirmed')}</p>
  return (
    <div className="sheet">
      <p>{t('confirmText')}</p>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={isPending}
        onClick={() => mutate()}
      >
        {t('confirmAddress')}
      </button>
      {error !== null && (
        <p role="alert" className="error-line">
          {t('confirmFailed')}: {error.message}
        </p>
      )}
    </div>
  )
}
