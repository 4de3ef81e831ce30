import type { AnyRecord } from '@portal/contract'
import { formatDuration } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { Fragment, useId } from 'react'
import { t } from './texts.ts'

const clocks = [
  ['OURS', 'ourSeconds'],
  ['CLIENT', 'clientSeconds'],
  ['AUTHORITY', 'authoritySeconds'],
] as const

/** How long a permit has been with each court, including the running time. Not shown to clients. */
export function Clocks({ record, now }: { record: AnyRecord; now: number }) {
  const id = useId()
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
                    {` · ${t('running')}`}
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
