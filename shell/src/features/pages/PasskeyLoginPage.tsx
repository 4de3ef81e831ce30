import { api, nothing, useShell } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { useStore } from '@portal/shared-ui/state'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { afterSignIn } from './after-sign-in.ts'
import { Card } from './Card.tsx'
import { FreezeNotice } from './FreezeNotice.tsx'
import { Field } from './Field.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'

/** Sign-in with a passkey, and help for users who lost theirs. */
export function PasskeyLoginPage() {
  const store = useStore()
  const shell = useShell()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (form: FormData) => {
      await api.post('/api/auth/recover', { email: form.get('email'), code: form.get('code') }, nothing)
      return afterSignIn(store)
    },
    onSuccess: (target) => shell.navigate(target),
  })
  return (
    <Card>
      <FreezeNotice />
      <PasskeySignIn />
      <form
        className="demo-accounts"
        aria-labelledby="recovery"
        onSubmit={(event) => {
          event.preventDefault()
          mutate(new FormData(event.currentTarget))
        }}
      >
        <h2 id="recovery">{t('recoveryHeading')}</h2>
        <p className="caption">{t('recoveryText')}</p>
        <Field label={t('email')} name="email" type="email" required />
        <Field label={t('recoveryCode')} name="code" required />
        <button type="submit" className="button" disabled={isPending}>
          {t('useCode')}
        </button>
        {error !== null && (
          <p role="alert" className="error-line">
            {t('recoveryFailed')}: {error.message}
          </p>
        )}
      </form>
      <p>
        <PortalLink href="/login">{t('signIn')}</PortalLink>
      </p>
    </Card>
  )
}
