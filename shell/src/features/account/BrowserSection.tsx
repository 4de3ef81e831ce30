import type { KnownBrowser } from '@portal/contract'
import { ErrorPanel, Row, Rows, StatusChip, deviceName, formatDateTime, roleAtom } from '@portal/shared-ui'
import { Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId } from 'react'
import { browsersQuery, forgetBrowser } from './account.queries.ts'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

interface BrowserRowProps {
  browser: KnownBrowser
  isForgetting: boolean
  onForget: (id: string) => void
}

function BrowserRow({ browser, isForgetting, onForget }: BrowserRowProps) {
  const titleId = useId()
  const { id, current, userAgent, firstSeenAt, lastSeenAt } = browser
  return (
    <Row
      titleId={titleId}
      title={deviceName(userAgent) ?? t('unknownBrowser')}
      mark={current && <StatusChip label={t('thisBrowser')} colour="green" symbol="check" />}
      facts={[
        t('firstSeen', { at: formatDateTime(firstSeenAt) }),
        t('lastUsed', { at: formatDateTime(lastSeenAt) }),
      ]}
    >
      <Button
        variant="outlined"
        aria-describedby={titleId}
        aria-busy={isForgetting}
        disabled={isForgetting}
        onClick={() => onForget(id)}
      >
        {t('forget')}
      </Button>
    </Row>
  )
}

/**
 * The browsers the user has signed in with. A sign-in from an unknown browser is reported to the user. A user
 * without a role has none.
 */
export function BrowserSection() {
  const hasRole = useAtomValue(roleAtom) !== null
  const { data, error, refetch } = useQuery({ ...browsersQuery, enabled: hasRole })
  const forget = useChange(forgetBrowser, t('forgotten'))
  if (!hasRole) return null
  if (data === undefined)
    return error === null ? null : (
      <ErrorPanel error={error} title={t('browsersFailed')} onRetry={() => void refetch()} />
    )
  return (
    <Section heading={t('browsers')} text={t('browsersText')}>
      {data.browsers.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('noBrowsers')}</Typography>
      ) : (
        <Rows label={t('browsers')}>
          {data.browsers.map((browser) => (
            <BrowserRow
              key={browser.id}
              browser={browser}
              isForgetting={forget.isPending && forget.variables === browser.id}
              onForget={(id) => forget.mutate(id)}
            />
          ))}
        </Rows>
      )}
    </Section>
  )
}
