import { Unsubscribable } from '@portal/contract/notifications'
import { useMutation } from '@portal/shared-ui/query'
import { useState } from 'react'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { Card } from './Card.tsx'
import { unsubscribe } from '../../notifications/notifications.queries.ts'
import { t } from '../../notifications/texts.ts'

/** The kind named in a token. Only the server checks its signature. */
const kindIn = (token: string) => Unsubscribable.safeParse(token.split('.')[1]).data

function Stop({ token, kind }: { token: string; kind: Unsubscribable }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => unsubscribe(token) })
  const values = { kind: t(`kind_${kind}`) }
  if (isSuccess) return <p role="status">{kind === 'DIGEST' ? t('stoppedDigest') : t('stopped', values)}</p>
  return (
    <div className="sheet">
      <p>{kind === 'DIGEST' ? t('stopDigestText') : t('stopText', values)}</p>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={isPending}
        onClick={() => mutate()}
      >
        {t('stop')}
      </button>
      {error !== null && (
        <p role="alert" className="error-line">
          {t('stopFailed')}: {error.message}
        </p>
      )}
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
