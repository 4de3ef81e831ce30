import { useShell, userAtom } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { useAtomValue, useStore } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { ActionButton } from './ActionButton.tsx'
import { afterSignIn } from './after-sign-in.ts'
import { Card } from './Card.tsx'
import { createPasskey } from '../../sign-in/passkeys.ts'

/** Creates a passkey: the first one of a new user, or an additional one. */
export function RegisterPage() {
  const store = useStore()
  const shell = useShell()
  const user = useAtomValue(userAtom)
  const action = useMutation({
    mutationFn: async () => {
      await createPasskey()
      return afterSignIn(store)
    },
    onSuccess: (target) => shell.navigate(target),
  })
  return (
    <Card>
      <p>{t('createPasskeyText')}</p>
      {user !== null && (
        <p className="caption">{t('createPasskeyFor', { name: user.name, email: user.email })}</p>
      )}
      <ActionButton label={t('createPasskey')} failed={t('createPasskeyFailed')} action={action} />
    </Card>
  )
}
