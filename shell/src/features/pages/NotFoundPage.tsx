import { useAtomValue } from '@portal/shared-ui/state'
import { addressAtom } from '../../navigation/navigation.state.ts'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

interface NotFoundPageProps {
  inFrame: boolean
  /** Set when the address matches a route and the server says that it does not exist. */
  refused: string | undefined
}

/**
 * Shown when no route matches the address, or the route's check failed. Inside the frame, the top bar shows
 * the heading.
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
