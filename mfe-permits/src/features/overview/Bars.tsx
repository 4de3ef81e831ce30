import type { ColourToken, Metric } from '@portal/contract'
import { formatNumber } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { MetricLink } from './MetricLink.tsx'
import { t } from './texts.ts'

/** A segment of a bar: a number with its color. */
export interface Segment extends Metric {
  key: string
  /** What is counted, such as `7 to 13 days`. */
  label: string
  colour: ColourToken
  /** The number as text, unless it is a plain count. */
  words?: string
}

export interface BarRow {
  key: string
  label: string
  segments: readonly Segment[]
  /**
   * The total after the bar, as a link to its list; `name` is the accessible name when it says more than
   * `words`.
   */
  total: Metric & { words: string; name?: string }
}

const minSegmentPx = 28

/**
 * Horizontal bars whose segments link to their lists. The longest bar fills the width; each segment shows its
 * number.
 */
export function Bars({ rows, showsNumbers = true }: { rows: readonly BarRow[]; showsNumbers?: boolean }) {
  const maxCount = Math.max(
    1,
    ...rows.map(({ segments }) => segments.reduce((sum, { count }) => sum + count, 0)),
  )
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: { xs: 3, sm: 2 } }}
    >
      {rows.map((row) => {
        const drawn = row.segments.filter(({ count }) => count > 0)
        const own = drawn.reduce((sum, { count }) => sum + count, 0)
        return (
          <Box
            component="li"
            key={row.key}
            sx={{
              display: 'grid',
              gridTemplateColumns: {
                xs: '1fr auto',
                sm: showsNumbers ? '128px minmax(0, 1fr) 56px' : '104px minmax(0, 1fr) 76px',
              },
              columnGap: 3,
              rowGap: 1,
              alignItems: 'center',
            }}
          >
            <Box sx={{ color: 'text.secondary' }}>{row.label}</Box>
            <Box
              sx={{
                gridRow: { xs: 2, sm: 1 },
                gridColumn: { xs: '1 / -1', sm: 2 },
                minWidth: 0,
                height: 28,
                borderRadius: 1,
                backgroundColor: 'portal.hovered',
              }}
            >
              <Box
                sx={{
                  display: 'flex',
                  gap: '2px',
                  height: '100%',
                  width: `${(100 * own) / maxCount}%`,
                  minWidth: drawn.length * minSegmentPx,
                }}
              >
                {drawn.map(({ key, label, colour, count, words, list }) => (
                  <MetricLink
                    key={key}
                    list={list}
                    label={t('figure', {
                      what: label === row.label ? label : `${row.label}, ${label}`,
                      value: words ?? formatNumber(count),
                    })}
                    sx={(theme) => ({
                      flex: `${count} 1 0`,
                      minWidth: minSegmentPx,
                      display: 'flex',
                      alignItems: 'center',
                      justifyContent: 'center',
                      borderRadius: '4px',
                      backgroundColor: theme.vars.palette.portal.status[colour].strong,
                      color: theme.vars.palette.portal.surface,
                      fontSize: theme.typography.caption.fontSize,
                      fontWeight: 550,
                      textDecoration: 'none',
                      transition: 'filter 120ms ease-out',
                      '&:hover': { filter: 'brightness(1.1)' },
                    })}
                  >
                    {showsNumbers && (words ?? formatNumber(count))}
                  </MetricLink>
                ))}
              </Box>
            </Box>
            <Box sx={{ textAlign: 'end', fontWeight: 550, fontVariantNumeric: 'tabular-nums' }}>
              <MetricLink
                list={row.total.list}
                label={row.total.name ?? t('figure', { what: row.label, value: row.total.words })}
                sx={{
                  color: 'text.primary',
                  textDecoration: 'none',
                  '&:hover': { textDecoration: 'underline' },
                }}
              >
                {row.total.words}
              </MetricLink>
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

/** The legend of the bar colors. */
export function Legend({ entries }: { entries: readonly { label: string; colour: ColourToken }[] }) {
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        paddingTop: 4,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 5,
        rowGap: 1,
      }}
    >
      {entries.map(({ label, colour }) => (
        <Box
          component="li"
          key={label}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            color: 'text.secondary',
            fontSize: 'caption.fontSize',
          }}
        >
          <Box
            aria-hidden
            sx={(theme) => ({
              width: 12,
              height: 12,
              borderRadius: '3px',
              backgroundColor: theme.vars.palette.portal.status[colour].strong,
            })}
          />
          {label}
        </Box>
      ))}
    </Box>
  )
}
