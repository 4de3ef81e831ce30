import { useAtomValue } from '@portal/shared-ui/state'
import { addressAtom } from '../../navigation/navigation.state.ts'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

interface NotFoundPageProps {
  inFrame: boolean
  /** Set when the address has a route, and the server says that it means nothing. */
  refused: string | undefined
}

/**
 * Nobody owns the address, or the check of its route failed. Inside the frame the heading is the top bar's.
 */
export function NotFoundPage({ inFrame, refused }: NotFoundPageProps) {
  const { pathname } = useAtomValue(addressAtom)
  const words = (
    <>
      {refused !== undefined && <p>{t('notFoundAt', { path: refused })}</p>}
      <p>{t('notFoundText', { path: pathname })}</p>
      <p className="button-row">
        <PortalLink className="button" href="/">
          {t('toStart')}
        </PortalLink>
      </p>
    </>
  )
  return inFrame ? <div className="trouble">{words}</div> : <Card>{words}</Card>
}
