import { afterSignIn, toRole } from '@portal/contract'
import type { CurrentUser } from '@portal/contract'
import { loadSession, useShell, userAtom } from '@portal/shared-ui'
import { useAtomValue, useStore } from '@portal/shared-ui/state'
import { useEffect } from 'react'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/** How often the server is asked while a user waits for approval, in ms. */
const askAgainMs = 5_000

function reason(user: CurrentUser): string {
  const { name } = user
  if (toRole(user.role) !== null) return t('unauthorizedText', { name })
  if (user.awaits === 'approval') return t('unauthorizedApproval', { name })
  return t(user.awaits === 'passkey' ? 'unauthorizedPasskey' : 'unauthorizedNoRole', { name })
}

/** While a user waits for a role, polls the session and opens the portal when the role is set. */
function useOpening(isWaiting: boolean): void {
  const store = useStore()
  const shell = useShell()
  useEffect(() => {
    if (!isWaiting) return undefined
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const session = await loadSession(store)
      if (session.state === 'signed-in' && toRole(session.user.role) !== null) shell.navigate(afterSignIn)
    }
    const timer = setInterval(() => void ask(), askAgainMs)
    return () => clearInterval(timer)
  }, [isWaiting, store, shell])
}

/** Says why a page is closed to the viewer, and who can open it. */
export function UnauthorizedPage() {
  const user = useAtomValue(userAtom)
  const isWaiting = user !== null && toRole(user.role) === null
  useOpening(isWaiting && user.awaits !== 'passkey')
  return (
    <Card heading={t(isWaiting && user.awaits === 'approval' ? 'waitingTitle' : 'unauthorizedTitle')}>
      <p>{user === null ? t('unauthorizedStranger') : reason(user)}</p>
      <p className="button-row">
        {user !== null && !isWaiting && (
          <PortalLink className="button" data-kind="primary" href={afterSignIn}>
            {t('toStart')}
          </PortalLink>
        )}
        {isWaiting && user.awaits === 'passkey' && (
          <PortalLink className="button" data-kind="primary" href="/auth/webauthn/register">
            {t('createPasskey')}
          </PortalLink>
        )}
        <PortalLink className="button" href="/login">
          {t(user === null ? 'signIn' : 'anotherAccount')}
        </PortalLink>
      </p>
    </Card>
  )
}
