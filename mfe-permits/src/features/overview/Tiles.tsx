import type { DailyFigure, Metric, Overview } from '@portal/contract'
import { SlotPanels, currencyAtom, formatMoney, formatNumber } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import type { ReactNode } from 'react'
import { MetricLink } from './MetricLink.tsx'
import { t } from './texts.ts'
import { useIsOffice } from './use-is-office.ts'

interface TileProps {
  word: string
  number: string
  figure: Metric
  /** The change as text; null when it is unknown. */
  change: string | null
  hint: ReactNode
}

const tileStyles = {
  position: 'relative',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  backgroundColor: 'portal.surface',
  padding: 4,
  minWidth: 0,
  // In two columns, the last tile of an odd number takes a whole row.
  '&:last-of-type:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
} as const

/** One large number with its label. The whole tile opens the list; a second link opens a part of it. */
function Tile({ word, number, figure, change, hint }: TileProps) {
  return (
    <Box component="li" sx={{ ...tileStyles, '&:hover': { borderColor: 'portal.edge' } }}>
      <MetricLink
        list={figure.list}
        label={t('figure', { what: word, value: number })}
        sx={{
          display: 'block',
          color: 'text.primary',
          textDecoration: 'none',
          '&::after': { content: '""', position: 'absolute', inset: 0 },
        }}
      >
        {/* The space separates label and number for screen readers. */}
        <Box sx={{ color: 'text.secondary' }}>{word}</Box>{' '}
        <Box
          sx={{
            fontSize: { xs: '1.375rem', sm: '1.75rem' },
            lineHeight: '40px',
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {number}
        </Box>
      </MetricLink>
      {change !== null && <Box sx={{ fontSize: 'caption.fontSize', fontWeight: 550 }}>{change}</Box>}
      <Box
        sx={{
          color: 'text.secondary',
          fontSize: 'caption.fontSize',
          '& a': { position: 'relative', zIndex: 1, color: 'error.main', fontWeight: 550 },
        }}
      >
        {hint}
      </Box>
    </Box>
  )
}

/** Tiles in a row, two per row on narrow screens. */
export const tileGrid = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(200px, 1fr))' },
}

type Told = (number: number) => string

/** The change of a number compared with the earlier period, as text. */
function changeOf(
  earlier: Overview['earlier'],
  name: DailyFigure,
  now: number,
  told: Told,
  fewer: 'changeFewer' | 'changeLess',
) {
  const then = earlier?.numbers[name]
  if (earlier === null || then === undefined) return null
  if (then === now) return t('changeSame', { days: earlier.daysAgo })
  return t(now > then ? 'changeMore' : fewer, {
    difference: told(Math.abs(now - then)),
    days: earlier.daysAgo,
  })
}

/** Four large numbers about the viewer's work, and the tiles of other remotes. Source: look.md 7. */
export function Tiles({
  overview: { myTurn, unassigned, late, stale, tasks, feesDue, earlier },
}: {
  overview: Overview
}) {
  const currency = useAtomValue(currencyAtom)
  const isOffice = useIsOffice()
  const counted = (name: DailyFigure, { count }: Metric) =>
    changeOf(earlier, name, count, formatNumber, 'changeFewer')
  const money: Told = (amount) => formatMoney(amount, currency)
  return (
    <Box
      component="ul"
      aria-label={t('tiles')}
      sx={{ listStyle: 'none', margin: 0, padding: 0, ...tileGrid }}
    >
      <Tile
        word={t('myTurn')}
        number={formatNumber(myTurn.count)}
        figure={myTurn}
        change={counted('myTurn', myTurn)}
        hint={
          unassigned === null ? (
            t(isOffice ? 'myTurnHint' : 'myTurnHintOwn')
          ) : (
            <Part
              figure={unassigned}
              words={t('unassigned', { count: unassigned.count })}
              none={t('unassignedNone')}
            />
          )
        }
      />
      {late !== null && (
        <Tile
          word={t('late')}
          number={formatNumber(late.count)}
          figure={late}
          change={counted('late', late)}
          hint={
            stale === null ? (
              t('lateHint')
            ) : (
              <Part figure={stale} words={t('staleToo', { count: stale.count })} none={t('staleNone')} />
            )
          }
        />
      )}
      {late === null && stale !== null && (
        <Tile
          word={t('stale')}
          number={formatNumber(stale.count)}
          figure={stale}
          change={counted('stale', stale)}
          hint={t('staleHint')}
        />
      )}
      {tasks !== null && (
        <Tile
          word={t('tasks')}
          number={formatNumber(tasks.open.count)}
          figure={tasks.open}
          change={counted('openTasks', tasks.open)}
          hint={
            <Part
              figure={tasks.overdue}
              words={t('tasksOverdue', { count: tasks.overdue.count })}
              none={t('tasksNone')}
            />
          }
        />
      )}
      {feesDue !== null && (
        <Tile
          word={t('fees')}
          number={money(feesDue.due.amount)}
          figure={feesDue.due}
          change={changeOf(earlier, 'feesDue', feesDue.due.amount, money, 'changeLess')}
          hint={
            <Part
              figure={feesDue.overdue}
              words={t('feesOverdue', { amount: money(feesDue.overdue.amount) })}
              none={t('feesNone')}
            />
          }
        />
      )}
      <SlotPanels
        slot="overview.tile"
        input={{}}
        minHeight={84}
        around={(content, label) => (
          <Box component="li" sx={{ ...tileStyles, overflowWrap: 'anywhere' }}>
            <Box sx={{ color: 'text.secondary' }}>{label}</Box>
            {content}
          </Box>
        )}
      />
    </Box>
  )
}

function Part({ figure, words, none }: { figure: Metric; words: string; none: string }) {
  if (figure.count === 0) return none
  return (
    <MetricLink list={figure.list} label={words}>
      {words}
    </MetricLink>
  )
}
