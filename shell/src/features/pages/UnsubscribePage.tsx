import { Unsubscribable } from '@portal/contract/notifications'
import { useMutation } from '@portal/shared-ui/query'
import { useState } from 'react'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { ActionButton } from './ActionButton.tsx'
import { Card } from './Card.tsx'
import { unsubscribe } from '../../notifications/notifications.queries.ts'
import { t } from '../../notifications/texts.ts'

/** The kind named in a token. Only the server checks its signature. */
const kindIn = (token: string) => Unsubscribable.safeParse(token.split('.')[1]).data

function Stop({ token, kind }: { token: string; kind: Unsubscribable }) {
  const action = useMutation({ mutationFn: () => unsubscribe(token) })
  const values = { kind: t(`kind_${kind}`) }
  if (action.isSuccess)
    return <p role="status">{kind === 'DIGEST' ? t('stoppedDigest') : t('stopped', values)}</p>
  return (
    <div className="sheet">
      <p>{kind === 'DIGEST' ? t('stopDigestText') : t('stopText', values)}</p>
      <ActionButton label={t('stop')} failed={t('stopFailed')} action={action} />
    </div>
  )
}

/**
 * Target of the unsubscribe link in a mail; works without a session. Mail ends by a button, because mail
 * scanners open links too.
 */
export default function UnsubscribePage() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const kind = kindIn(token)
  return (
    <Card>
      {kind === undefined ? <p role="alert">{t('broken')}</p> : <Stop token={token} kind={kind} />}
      <p>
        <PortalLink href="/account/notifications">{t('settings')}</PortalLink>
      </p>
    </Card>
  )
}
