import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from './texts.ts'

export interface ChartCardProps {
  title: string
  hint: string
  chart: ReactNode
  /** Null while there is no data. */
  table: ReactNode
  /** Text shown instead of both when there is nothing to draw. */
  empty?: string | null
  isWide?: boolean
  /** The control that selects what is drawn. */
  choice?: ReactNode
}

/** A chart, and the same numbers as a table. */
export function ChartCard({
  title,
  hint,
  chart,
  table,
  empty = null,
  isWide = false,
  choice,
}: ChartCardProps) {
  const id = useId()
  const [isTable, setTable] = useState(false)
  const hasTable = empty === null && table !== null
  const other = t(isTable ? 'showChart' : 'showTable')
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'portal.surface',
        padding: 4,
        minWidth: 0,
        ...(isWide && { gridColumn: '1 / -1' }),
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: choice === undefined ? 'nowrap' : 'wrap',
          alignItems: 'flex-start',
          columnGap: 4,
          rowGap: 3,
          paddingBottom: 4,
        }}
      >
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Typography id={id} component="h2" variant="h3">
            {title}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {hint}
          </Typography>
        </Box>
        {choice}
        {hasTable && (
          <Button
            size="small"
            aria-label={t('switchOf', { what: other, chart: title })}
            sx={{ flex: 'none', marginTop: -1, marginInlineEnd: -2, color: 'text.secondary' }}
            onClick={() => setTable(!isTable)}
          >
            {other}
          </Button>
        )}
      </Box>
      {empty === null ? (
        isTable && hasTable ? (
          table
        ) : (
          chart
        )
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>
      )}
    </Box>
  )
}
