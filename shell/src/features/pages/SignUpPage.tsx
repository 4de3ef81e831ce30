import { api, nothing, useShell } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { useStore } from '@portal/shared-ui/state'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { takeLinkToken } from '../../sign-in/link-token.ts'
import type { LinkToken } from '../../sign-in/link-token.ts'
import { t } from '../../texts.ts'
import { loadSessionWithPortal } from './after-sign-in.ts'
import { Card } from './Card.tsx'
import { ConfirmAddress } from './ConfirmAddress.tsx'
import { FreezeNotice } from './FreezeNotice.tsx'
import { Field } from './Field.tsx'

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Sends a call that opens a session without a role, then goes to the page where the passkey is created. */
function useWayIn(send: (form: FormData) => Promise<null>) {
  const store = useStore()
  const shell = useShell()
  return useMutation({
    mutationFn: async (form: FormData) => {
      await send(form)
      await loadSessionWithPortal(store)
    },
    onSuccess: () => shell.navigate('/auth/webauthn/register'),
  })
}

interface WayInProps {
  text: string
  action: string
  children?: ReactNode
  send: (form: FormData) => Promise<null>
}

function WayIn({ text, action, children, send }: WayInProps) {
  const { mutate, isPending, error } = useWayIn(send)
  return (
    <form
      className="sheet"
      onSubmit={(event) => {
        event.preventDefault()
        mutate(new FormData(event.currentTarget))
      }}
    >
      <p>{text}</p>
      {children}
      <button type="submit" className="button" data-kind="primary" disabled={isPending}>
        {action}
      </button>
      {error !== null && (
        <p role="alert" className="error-line">
          {t('signUpFailed')}: {error.message}
        </p>
      )}
    </form>
  )
}

const Who = () => (
  <>
    <Field label={t('name')} name="name" required maxLength={500} />
    <Field label={t('email')} name="email" type="email" required maxLength={254} />
  </>
)
const whoOf = (form: FormData) => ({ name: textOf(form, 'name'), email: textOf(form, 'email') })

function wayInOf(link: LinkToken | null): ReactNode {
  if (link?.kind === 'setup') {
    const send = (form: FormData) =>
      api.post('/api/auth/setup', { token: link.token, ...whoOf(form) }, nothing)
    return (
      <WayIn text={t('setupText')} action={t('continue')} send={send}>
        <Who />
      </WayIn>
    )
  }
  if (link?.kind === 'link') {
    return (
      <WayIn
        text={t('invitedText')}
        action={t('continue')}
        send={() => api.post('/api/auth/links/redeem', { token: link.token }, nothing)}
      />
    )
  }
  if (link?.kind === 'confirm') return <ConfirmAddress key={link.token} token={link.token} />
  const send = (form: FormData) => {
    const organization = textOf(form, 'organization')
    return api.post(
      '/api/auth/sign-up',
      { ...whoOf(form), ...(organization === '' ? {} : { organization }) },
      nothing,
    )
  }
  return (
    <WayIn text={t('signUpText')} action={t('signUp')} send={send}>
      <Who />
      <Field label={t('organization')} name="organization" maxLength={500} />
    </WayIn>
  )
}

/** The sign-up page. Invitation links and the first-start link lead here too. */
export function SignUpPage() {
  const [link, setLink] = useState(takeLinkToken)
  // Pasting another link into the same tab changes only the fragment.
  useEffect(() => {
    const onHash = () => setLink((known) => takeLinkToken() ?? known)
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])
  return (
    <Card>
      {link?.kind !== 'confirm' && <FreezeNotice />}
      {wayInOf(link)}
      <p>
        <PortalLink href="/login">{t('signIn')}</PortalLink>
      </p>
    </Card>
  )
}
