import type { LocalDate } from '@portal/contract'
import type { CalendarEntry } from '@portal/contract/calendar'
import { formatNumber } from '@portal/shared-ui'
import { Box, ButtonBase } from '@portal/shared-ui/mui'
import { useState } from 'react'
import type { DayDates } from './calendar-entries.ts'
import { EntryLink } from './EntryLink.tsx'
import { fullDayLabel, shortMonthLabel } from './entry-labels.ts'
import { t } from './texts.ts'

export interface DayCellProps {
  day: LocalDate
  dates: DayDates
  /** Entries that fit. */
  room: number
  isToday: boolean
  /** The day belongs to another month. */
  isOutside: boolean
  /** Reached by Tab; the arrow keys go to the other days. */
  isActive: boolean
  dragged: CalendarEntry | null
  moving: ReadonlyMap<string, LocalDate>
  onDrag: (entry: CalendarEntry | null) => void
  onDrop: (day: LocalDate) => void
  onOpen: (day: LocalDate) => void
}

/** One day of a month or week with its dates. A date can be dropped anywhere on it. */
export function DayCell({
  day,
  dates,
  room,
  isToday,
  isOutside,
  isActive,
  dragged,
  moving,
  ...on
}: DayCellProps) {
  const [isOver, setOver] = useState(false)
  const isTarget = dragged !== null && dragged.day !== day
  const fitting = dates.total > room ? dates.entries.slice(0, room - 1) : dates.entries
  const more = dates.total - fitting.length
  const label =
    dates.total === 0
      ? t('dayNone', { day: fullDayLabel(day) })
      : t('dayDates', { day: fullDayLabel(day), count: dates.total })
  return (
    <Box
      role="gridcell"
      {...(isToday && { 'aria-current': 'date' as const })}
      data-day={day}
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
        on.onDrop(day)
      }}
      sx={{
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        gap: 0.5,
        padding: 0.5,
        borderLeft: 1,
        borderTop: 1,
        borderColor: 'divider',
        backgroundColor: isOutside ? 'portal.page' : 'portal.surface',
        ...(isOver &&
          isTarget && { outline: '2px dashed', outlineColor: 'primary.main', outlineOffset: '-2px' }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <ButtonBase
          tabIndex={isActive ? 0 : -1}
          data-day-button={day}
          aria-label={label}
          onClick={() => on.onOpen(day)}
          sx={{
            minWidth: 24,
            height: 24,
            paddingInline: 1,
            borderRadius: 3,
            font: 'inherit',
            fontSize: 'caption.fontSize',
            fontVariantNumeric: 'tabular-nums',
            fontWeight: isToday ? 650 : 400,
            color: isToday ? 'primary.contrastText' : isOutside ? 'text.secondary' : 'text.primary',
            backgroundColor: isToday ? 'primary.main' : 'transparent',
            '&:hover': { backgroundColor: isToday ? 'primary.dark' : 'portal.hovered' },
          }}
        >
          {formatNumber(Number(day.slice(8)))}
        </ButtonBase>
        {day.endsWith('-01') && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}>
            {shortMonthLabel(day)}
          </Box>
        )}
      </Box>
      {fitting.map((entry) => (
        <EntryLink key={entry.id} entry={entry} isMoving={moving.has(entry.id)} onDrag={on.onDrag} />
      ))}
      {more > 0 && (
        <ButtonBase
          onClick={() => on.onOpen(day)}
          aria-label={t('moreOn', { count: more, day: fullDayLabel(day) })}
          sx={{
            alignSelf: 'flex-start',
            paddingInline: 1,
            minHeight: 22,
            borderRadius: 0.5,
            font: 'inherit',
            fontSize: 'caption.fontSize',
            color: 'text.secondary',
            '&:hover': { backgroundColor: 'portal.hovered', color: 'text.primary' },
          }}
        >
          {t('more', { count: more })}
        </ButtonBase>
      )}
    </Box>
  )
}
