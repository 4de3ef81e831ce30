import type { AnyRecord, Declaration, LocalDate } from '@portal/contract'
import {
  StatusChip,
  clamped,
  dateTimeTooltip,
  formatDay,
  optionOf,
  titleOf,
  todayAtom,
} from '@portal/shared-ui'
import { Box, ButtonBase } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { memo } from 'react'
import { MoveMenu } from './MoveMenu.tsx'
import type { Moves } from './moves.ts'
import { t } from './texts.ts'

const dayMs = 86_400_000

export interface CardProps {
  declaration: Declaration
  card: AnyRecord
  isOpen: boolean
  /** The card is being moved to this status. */
  isMoving: boolean
  /** Time when the board was loaded. */
  nowMs: number
  moves: Moves
  onOpen: (pid: string) => void
  onDrag: (card: AnyRecord | null) => void
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  const title: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'title') : null
  return typeof title === 'string' ? title : ''
}

/**
 * The date shown on a card: the due date of a pending permit, or the expiration date of an issued one. Other
 * decided permits have none.
 */
function untilOf(card: AnyRecord, today: LocalDate): { words: string; isLate: boolean } | null {
  const expiry = textOf(card['expiryDate'])
  if (card['status'] === 'ISSUED' && expiry !== '')
    return { words: t('expires', { day: formatDay(expiry) }), isLate: false }
  const due = textOf(card['targetDate'])
  if (card['bucket'] === 'processed' || due === '') return null
  const isLate = due < today
  return { words: t(isLate ? 'wasDue' : 'due', { day: formatDay(due) }), isLate }
}

/** How long the card has been in its status, and its due date. */
function Times({ card, nowMs }: { card: AnyRecord; nowMs: number }) {
  const since = textOf(card['statusChangedAt'])
  const days = since === '' ? null : Math.max(0, Math.floor((nowMs - Date.parse(since)) / dayMs))
  const until = untilOf(card, useAtomValue(todayAtom))
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        columnGap: 3,
        flexWrap: 'wrap',
        color: 'text.secondary',
        fontSize: 'caption.fontSize',
      }}
    >
      {days !== null && (
        <span title={dateTimeTooltip(since)}>{days === 0 ? t('today') : t('days', { count: days })}</span>
      )}
      {until !== null && (
        <Box component="span" sx={until.isLate ? { color: 'error.main', fontWeight: 550 } : {}}>
          {until.words}
        </Box>
      )}
    </Box>
  )
}

/** A permit on the board. A click opens it; dragging or its menu moves it. */
export const Card = memo(function Card({
  declaration,
  card,
  isOpen,
  isMoving,
  nowMs,
  moves,
  onOpen,
  onDrag,
}: CardProps) {
  const priority = optionOf(declaration.fields['priority'], card['priority'])
  const payment = optionOf(declaration.fields['paymentStatus'], card['paymentStatus'])
  const type = optionOf(declaration.fields['permitType'], card['permitType'])?.label
  const chips = [
    ...(priority !== undefined && ['URGENT', 'HIGH'].includes(priority.code) ? [priority] : []),
    ...(payment !== undefined && ['DUE', 'OVERDUE', 'PARTIAL'].includes(payment.code) ? [payment] : []),
  ]
  return (
    <Box
      component="li"
      draggable={!isMoving}
      data-pid={card.pid}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', titleOf(declaration, card))
        onDrag(card)
      }}
      onDragEnd={() => onDrag(null)}
      sx={{
        position: 'relative',
        display: 'grid',
        gap: 1,
        padding: 3,
        border: 1,
        borderColor: isOpen ? 'primary.main' : 'divider',
        borderRadius: 1,
        backgroundColor: 'portal.surface',
        opacity: isMoving ? 0.6 : 1,
        cursor: 'grab',
        '&:hover': { borderColor: isOpen ? 'primary.main' : 'portal.edge' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
        <ButtonBase
          onClick={() => onOpen(card.pid)}
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'block',
            textAlign: 'start',
            fontWeight: 550,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            font: 'inherit',
            '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
          }}
        >
          <Box component="span" title={titleOf(declaration, card)} sx={{ ...clamped(2), fontWeight: 550 }}>
            {titleOf(declaration, card)}
          </Box>
        </ButtonBase>
        <MoveMenu declaration={declaration} card={card} moves={moves} />
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: 'caption.fontSize', display: 'grid' }}>
        <span>{[textOf(card['refNo']), type].filter(Boolean).join(' · ')}</span>
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {[textOf(card['org']), textOf(card['assignedTo'])].filter(Boolean).join(' · ')}
        </Box>
      </Box>
      {chips.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {chips.map(({ code, label, colour, symbol }) => (
            <StatusChip key={code} label={label} {...(colour && { colour })} {...(symbol && { symbol })} />
          ))}
        </Box>
      )}
      <Times card={card} nowMs={nowMs} />
    </Box>
  )
})
