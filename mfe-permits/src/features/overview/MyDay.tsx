import type { Metric, Overview } from '@portal/contract'
import { formatNumber } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { MetricLink } from './MetricLink.tsx'
import { t } from './texts.ts'

const late: ReadonlySet<string> = new Set(['permitsOverdue', 'tasksOverdue'])

/** The viewer's work for today, one line per kind, each linking to its list. */
export function MyDay({ tasks, unassigned }: { tasks: Overview['myDay']; unassigned: Metric | null }) {
  const titleId = useId()
  const open = tasks.filter(({ count }) => count > 0)
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'portal.surface',
        padding: 4,
      }}
    >
      <Typography id={titleId} component="h2" variant="h3">
        {t('myDay')}
      </Typography>
      {open.length === 0 ? (
        <Box sx={{ color: 'text.secondary', paddingTop: 2, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {t('myDayEmpty')}
          {unassigned !== null && unassigned.count > 0 && (
            <MetricLink
              list={unassigned.list}
              label={t('takeOne', { count: unassigned.count })}
              sx={{ color: 'text.primary' }}
            >
              {t('takeOne', { count: unassigned.count })}
            </MetricLink>
          )}
        </Box>
      ) : (
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            margin: 0,
            padding: 0,
            paddingTop: 2,
            display: 'grid',
            columnGap: 6,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
          }}
        >
          {open.map(({ task, count, list }) => {
            const words = t(`day_${task}`, { count })
            return (
              <li key={task}>
                <MetricLink
                  list={list}
                  label={`${formatNumber(count)} ${words}`}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 3,
                    minHeight: { xs: 44, sm: 32 },
                    color: 'text.primary',
                    textDecoration: 'none',
                    '&:hover': { textDecoration: 'underline' },
                  }}
                >
                  <Box
                    component="span"
                    sx={{
                      minWidth: 36,
                      textAlign: 'end',
                      fontWeight: 600,
                      fontVariantNumeric: 'tabular-nums',
                      ...(late.has(task) && { color: 'error.main' }),
                    }}
                  >
                    {formatNumber(count)}
                  </Box>{' '}
                  <span>{words}</span>
                </MetricLink>
              </li>
            )
          })}
        </Box>
      )}
    </Box>
  )
}
