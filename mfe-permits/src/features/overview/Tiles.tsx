import type { Figure, Overview } from '@portal/contract'
import { currencyAtom, formatMoney, formatNumber } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import type { ReactNode } from 'react'
import { FigureLink } from './FigureLink.tsx'
import { t } from './texts.ts'
import { useIsOffice } from './use-is-office.ts'

interface TileProps {
  word: string
  number: string
  figure: Figure
  hint: ReactNode
}

/** One large number with its word: the whole tile opens the list, a second link in it opens a part. */
function Tile({ word, number, figure, hint }: TileProps) {
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'portal.surface',
        padding: 4,
        minWidth: 0,
        '&:hover': { borderColor: 'portal.edge' },
      }}
    >
      <FigureLink
        list={figure.list}
        label={t('figure', { what: word, value: number })}
        sx={{ display: 'block', color: 'text.primary', textDecoration: 'none', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
      >
        {/* The blank keeps word and number apart for who has the tile read out. */}
        <Box sx={{ color: 'text.secondary' }}>{word}</Box>{' '}
        <Box sx={{ fontSize: { xs: '1.375rem', sm: '1.75rem' }, lineHeight: '40px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {number}
        </Box>
      </FigureLink>
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

/** Tiles beside each other, two on a phone. */
export const tileGrid = { display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 1fr))' }

/** What stands before the viewer, a large number each. */
export function Tiles({ overview: { myTurn, unassigned, late, stale, tasks, feesDue } }: { overview: Overview }) {
  const currency = useAtomValue(currencyAtom)
  const isOffice = useIsOffice()
  return (
    <Box
      component="ul"
      aria-label={t('tiles')}
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        ...tileGrid,
      }}
    >
      <Tile word={t('myTurn')} number={formatNumber(myTurn.count)} figure={myTurn} hint={t(isOffice ? 'myTurnHint' : 'myTurnHintOwn')} />
      {unassigned !== null && <Tile word={t('unassigned')} number={formatNumber(unassigned.count)} figure={unassigned} hint={t('unassignedHint')} />}
      {late !== null && (
        <Tile
          word={t('late')}
          number={formatNumber(late.count)}
          figure={late}
          hint={stale === null ? t('lateHint') : <Part figure={stale} words={t('staleToo', { count: stale.count })} none={t('staleNone')} />}
        />
      )}
      {late === null && stale !== null && <Tile word={t('stale')} number={formatNumber(stale.count)} figure={stale} hint={t('staleHint')} />}
      {tasks !== null && (
        <Tile
          word={t('tasks')}
          number={formatNumber(tasks.open.count)}
          figure={tasks.open}
          hint={<Part figure={tasks.overdue} words={t('tasksOverdue', { count: tasks.overdue.count })} none={t('tasksNone')} />}
        />
      )}
      {feesDue !== null && (
        <Tile
          word={t('fees')}
          number={formatMoney(feesDue.due.amount, currency)}
          figure={feesDue.due}
          hint={
            <Part figure={feesDue.overdue} words={t('feesOverdue', { amount: formatMoney(feesDue.overdue.amount, currency) })} none={t('feesNone')} />
          }
        />
      )}
    </Box>
  )
}

function Part({ figure, words, none }: { figure: Figure; words: string; none: string }) {
  if (figure.count === 0) return none
  return (
    <FigureLink list={figure.list} label={words}>
      {words}
    </FigureLink>
  )
}
