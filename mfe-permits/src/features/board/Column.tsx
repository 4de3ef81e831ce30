import { boardCards } from '@portal/contract'
import type { AnyRecord, BoardColumn, Declaration, AvailableTransition } from '@portal/contract'
import { StatusChip, formatNumber, optionOf } from '@portal/shared-ui'
import { Box, Button, Skeleton, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { cardsQuery, useFresh } from './board.queries.ts'
import type { BoardQuestion } from './board.queries.ts'
import { Card } from './Card.tsx'
import type { CardProps } from './Card.tsx'
import { t } from './texts.ts'

type CardContext = Pick<CardProps, 'declaration' | 'nowMs' | 'moves' | 'onOpen' | 'onDrag'> & {
  open: string | null
}

export interface ColumnProps extends CardContext {
  column: BoardColumn
  question: BoardQuestion
  /** The card being dragged, and its transitions once they are loaded. */
  dragged: { card: AnyRecord; steps: readonly AvailableTransition[] | null } | null
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_each, place) => from + place)

/**
 * One status of the board. Cards are loaded twenty at a time; a card can be dropped anywhere on the column.
 */
export function Column({ column: { status, count, cards }, question, dragged, ...around }: ColumnProps) {
  const id = useId()
  const { declaration, moves } = around
  const [pages, setPages] = useState(1)
  const [isOver, setOver] = useState(false)
  const option = optionOf(declaration.fields['status'], status)
  const label = option?.label ?? status
  const arriving = moves.moves.filter((move) => move.to === status)
  const isTarget = dragged !== null && dragged.card['status'] !== status
  const isOpenTo = isTarget && dragged.steps?.some((step) => step.to === status && step.allowed) === true
  const isClosedTo = isTarget && dragged.steps !== null && !isOpenTo
  const left = count - pages * boardCards.usual
  const isNarrow = count === 0 && arriving.length === 0
  return (
    <Box
      component="section"
      aria-labelledby={id}
      onDragOver={(event) => {
        if (!isTarget) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (dragged === null) return
        void moves.drop(dragged.card, status)
        // The card moved to another column, so its element was removed before `dragend` could fire.
        around.onDrag(null)
      }}
      sx={{
        flex: 'none',
        width: isNarrow ? 176 : { xs: 'min(300px, 84vw)', sm: 280 },
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        borderRadius: 1,
        border: 1,
        borderStyle: isOpenTo || isOver ? 'dashed' : 'solid',
        borderColor: isOpenTo ? 'primary.main' : isOver ? 'error.main' : 'divider',
        backgroundColor: 'portal.page',
        opacity: isClosedTo && !isOver ? 0.55 : 1,
        scrollSnapAlign: 'start',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, padding: 3, paddingBottom: 2, flex: 'none' }}>
        <Typography component="h2" id={id} sx={{ minWidth: 0, flex: 1, lineHeight: 1 }}>
          <StatusChip
            label={label}
            {...(option?.colour && { colour: option.colour })}
            {...(option?.symbol && { symbol: option.symbol })}
          />
        </Typography>
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formatNumber(count)}
        </Box>
      </Box>
      {isNarrow ? (
        <Box sx={{ color: 'text.secondary', padding: 3, paddingTop: 0, fontSize: 'caption.fontSize' }}>
          {t('none')}
        </Box>
      ) : (
        // Tab reaches the cards, and the column scrolls with them.
        <Box
          component="ul"
          aria-labelledby={id}
          sx={{
            listStyle: 'none',
            margin: 0,
            padding: 2,
            paddingTop: 0,
            display: 'grid',
            alignContent: 'start',
            gap: 2,
            overflowY: 'auto',
            flex: 1,
            minHeight: 0,
          }}
        >
          {arriving.map(({ card }) => (
            <Card key={card.pid} card={card} isOpen={around.open === card.pid} isMoving {...around} />
          ))}
          <Cards cards={cards} {...around} />
          {range(2, pages).map((page) => (
            <MoreCards key={page} page={page} status={status} question={question} {...around} />
          ))}
          {left > 0 && (
            <Box component="li">
              <Button
                fullWidth
                aria-label={t('moreIn', { status: label })}
                onClick={() => setPages(pages + 1)}
              >
                {t('more', { count: Math.min(left, boardCards.usual) })}
              </Button>
            </Box>
          )}
        </Box>
      )}
    </Box>
  )
}

function Cards({ cards, open, ...around }: CardContext & { cards: readonly AnyRecord[] }) {
  const isAway = (pid: string) => around.moves.moves.some(({ card }) => card.pid === pid)
  return cards
    .filter(({ pid }) => !isAway(pid))
    .map((card) => (
      <Card key={card.pid} card={card} isOpen={open === card.pid} isMoving={false} {...around} />
    ))
}

interface MoreCardsProps extends CardContext {
  page: number
  status: string
  question: BoardQuestion
}

function MoreCards({ page, status, question, ...around }: MoreCardsProps) {
  const declaration: Declaration = around.declaration
  const cards = useQuery(cardsQuery(declaration, question, status, page))
  useFresh(cards, true)
  if (cards.data !== undefined) return <Cards cards={cards.data} {...around} />
  if (cards.error === null) return <Skeleton component="li" variant="rounded" animation={false} height={96} />
  return (
    <Box component="li" role="alert" sx={{ padding: 2 }}>
      {t('moreFailed')} <Button onClick={() => void cards.refetch()}>{t('tryAgain')}</Button>
    </Box>
  )
}
