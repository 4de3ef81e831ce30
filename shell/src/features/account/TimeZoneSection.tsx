import { ZonePicker, askSession, browserZone, sessionAtom, userAtom } from '@portal/shared-ui'
import { Button, Typography } from '@portal/shared-ui/mui'
import { useAtomValue, useSetAtom } from '@portal/shared-ui/state'
import { setTimeZone } from './account.queries.ts'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

/**
 * The time zone for the user's days and times; the office's zone until the user sets one. Source: decision
 * 0058.
 */
export function TimeZoneSection() {
  const user = useAtomValue(userAtom)
  const setSession = useSetAtom(sessionAtom)
  const change = useChange(async (zone: string | null) => {
    await setTimeZone(zone)
    setSession(await askSession())
  }, t('zoneSaved'))
  if (user === null || user.role === null) return null
  const own = user.ownTimeZone ?? null
  const counts = user.timeZone ?? browserZone()
  const here = browserZone()
  return (
    <Section
      heading={t('zone')}
      text={t('zoneText')}
      actions={
        <>
          {here !== counts && (
            <Button variant="outlined" disabled={change.isPending} onClick={() => change.mutate(here)}>
              {t('zoneOfDevice', { zone: here.replaceAll('_', ' ') })}
            </Button>
          )}
          {own !== null && (
            <Button variant="outlined" disabled={change.isPending} onClick={() => change.mutate(null)}>
              {t('useOfficesZone')}
            </Button>
          )}
        </>
      }
    >
      <ZonePicker
        label={t('zone')}
        value={own}
        disabled={change.isPending}
        onChange={(zone) => change.mutate(zone)}
      />
      {own === null && <Typography>{t('zoneOfOffice', { zone: counts.replaceAll('_', ' ') })}</Typography>}
    </Section>
  )
}
