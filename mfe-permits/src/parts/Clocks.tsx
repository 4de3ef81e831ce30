import { calendarOfAgency, workingTimeBetween } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { configurationAtom, formatDuration } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { Fragment, useId } from 'react'
import { t } from './texts.ts'

const clocks = [
  ['OURS', 'ourSeconds'],
  ['CLIENT', 'clientSeconds'],
  ['AUTHORITY', 'authoritySeconds'],
] as const

/**
 * Working hours since the running clock started: by the calendar of the agency while the permit is there, else
 * by that of the office. Null while the calendars are not loaded.
 */
function useWorkingHours(record: AnyRecord, now: number): number | null {
  const configuration = useAtomValue(configurationAtom)
  const { clockStartedAt: startedAt, court, authority } = record
  if (configuration === null || typeof startedAt !== 'string') return null
  const { workingCalendar, timeZone } = configuration
  const calendar =
    court === 'AUTHORITY' && typeof authority === 'string'
      ? calendarOfAgency(workingCalendar, authority)
      : workingCalendar
  return Math.floor(workingTimeBetween(calendar, timeZone, new Date(startedAt), new Date(now)) / 3_600_000)
}

/**
 * How long a permit has been with each court, including the running time, of which the working hours are
 * shown too. Not shown to clients.
 */
export function Clocks({ record, now }: { record: AnyRecord; now: number }) {
  const id = useId()
  const workingHours = useWorkingHours(record, now)
  if (typeof record['ourSeconds'] !== 'number') return null
  const startedAt = record['clockStartedAt']
  const runningSeconds = typeof startedAt === 'string' ? Math.max(0, (now - Date.parse(startedAt)) / 1000) : 0
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h3" variant="h3" sx={{ paddingBottom: 3 }}>
        {t('clocks')}
      </Typography>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 6, rowGap: 2, margin: 0 }}
      >
        {clocks.map(([court, field]) => {
          const isRunning = typeof startedAt === 'string' && record['court'] === court
          const seconds = Number(record[field] ?? 0) + (isRunning ? runningSeconds : 0)
          return (
            <Fragment key={court}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {t(`clock_${court}`)}
              </Box>
              <Box component="dd" sx={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
                {seconds === 0 ? '–' : formatDuration(seconds)}
                {isRunning && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {` · ${workingHours === null ? t('running') : t('runningWorking', { count: workingHours })}`}
                  </Box>
                )}
              </Box>
            </Fragment>
          )
        })}
      </Box>
    </Box>
  )
}
