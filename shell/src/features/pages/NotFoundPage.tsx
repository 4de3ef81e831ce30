import { useAtomValue } from '@portal/shared-ui/state'
import { addressAtom } from '../../navigation/navigation.state.ts'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/** Nobody owns the address. Inside the frame the heading is the top bar's. */
export function NotFoundPage({ inFrame }: { inFrame: boolean }) {
  const { pathname } = useAtomValue(addressAtom)
  const words = (
    <>
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
