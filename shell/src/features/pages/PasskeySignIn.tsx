import { useShell } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { useStore } from '@portal/shared-ui/state'
import { useEffect, useId, useRef } from 'react'
import { t } from '../../texts.ts'
import { afterSignIn } from './after-sign-in.ts'
import { offersPasskeys, signInWithPasskey, stopPasskeys } from '../../sign-in/passkeys.ts'

/** The sign-in button, and the field in which the browser offers its passkeys. */
export function PasskeySignIn() {
  const store = useStore()
  const shell = useShell()
  const field = useId()
  const offered = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (autofill: boolean) => {
      await signInWithPasskey({ autofill })
      return afterSignIn(store)
    },
    onSuccess: (target) => shell.navigate(target),
  })
  const waiting = useMutation({
    mutationFn: async () => {
      if (!(await offersPasskeys())) return null
      await signInWithPasskey({ autofill: true })
      return afterSignIn(store)
    },
    onSuccess: (target) => {
      if (target !== null) shell.navigate(target)
    },
  })
  useEffect(() => () => void (offered.current ? stopPasskeys() : undefined), [])
  const offer = () => {
    if (offered.current) return
    offered.current = true
    waiting.mutate()
  }
  return (
    <>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={isPending}
        onClick={() => mutate(false)}
      >
        {t('signInWithPasskey')}
      </button>
      <div className="field">
        <label htmlFor={field}>{t('savedPasskey')}</label>
        {/* The only input with autocomplete on: browsers offer passkeys only then. */}
        <input
          id={field}
          // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- a value of the HTML standard that the rule does not know
          autoComplete="username webauthn"
          aria-describedby={`${field}-hint`}
          onFocus={offer}
        />
        <span id={`${field}-hint`} className="caption">
          {t('savedPasskeyHint')}
        </span>
      </div>
      {error !== null && (
        <p role="alert" className="error-line">
          {t('signInFailed')}: {error.message}
        </p>
      )}
    </>
  )
}
