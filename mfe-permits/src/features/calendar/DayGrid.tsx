import type { LocalDate } from '@portal/contract'
import type { CalendarEntry } from '@portal/contract/calendar'
import { Box } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { dayByKey, weeksOf } from './calendar-days.ts'
import type { DayDates } from './calendar-entries.ts'
import { DayCell } from './DayCell.tsx'
import { longWeekdayLabel, weekdayLabel } from './entry-labels.ts'
import type { MoveDate } from './use-move-date.ts'

export interface DayGridProps {
  label: string
  range: { from: LocalDate; to: LocalDate }
  /** The month whose days are inside; null for a week. */
  month: string | null
  today: LocalDate
  active: LocalDate
  dates: (day: LocalDate) => DayDates
  moves: MoveDate
  isStale: boolean
  onOpen: (day: LocalDate) => void
  /** The day that has the focus from now on. */
  onActive: (day: LocalDate) => void
}

/** Rows of a month that fit a day; a week has room for a long list. */
const room = { month: 4, week: 24 } as const

/** The days of a month or a week in rows of seven. Arrow keys move between the days. */
export function DayGrid({
  label,
  range,
  month,
  today,
  active,
  dates,
  moves,
  isStale,
  onOpen,
  onActive,
}: DayGridProps) {
  const [dragged, setDragged] = useState<CalendarEntry | null>(null)
  const weeks = weeksOf(range)
  const rowHeight = month === null ? '1fr' : 'minmax(116px, 1fr)'
  const drop = (day: LocalDate) => {
    if (dragged !== null) void moves.move(dragged, day)
    // The entry moved to another day, so its element was removed before `dragend` could fire.
    setDragged(null)
  }
  return (
    <Box
      role="grid"
      aria-label={label}
      aria-busy={isStale}
      onKeyDown={(event) => {
        const day = dayByKey(event.key, active)
        if (day === null || !(event.target instanceof Element) || !event.target.matches('[data-day-button]'))
          return
        event.preventDefault()
        onActive(day)
      }}
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
        gridTemplateRows: `auto repeat(${weeks.length}, ${rowHeight})`,
        border: 1,
        borderTop: 0,
        borderLeft: 0,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'auto',
        opacity: isStale ? 0.6 : 1,
      }}
    >
      <Box role="row" sx={{ display: 'contents' }}>
        {weeks[0]?.map((day) => (
          <Box
            key={day}
            role="columnheader"
            aria-label={longWeekdayLabel(day)}
            sx={{
              position: 'sticky',
              top: 0,
              zIndex: 1,
              paddingBlock: 1,
              paddingInline: 2,
              borderTop: 1,
              borderLeft: 1,
              borderColor: 'divider',
              backgroundColor: 'portal.surface',
              color: 'text.secondary',
              fontSize: 'caption.fontSize',
            }}
          >
            {weekdayLabel(day)}
          </Box>
        ))}
      </Box>
      {weeks.map((week) => (
        <Box key={week[0]} role="row" sx={{ display: 'contents' }}>
          {week.map((day) => (
            <DayCell
              key={day}
              day={day}
              dates={dates(day)}
              room={month === null ? room.week : room.month}
              isToday={day === today}
              isOutside={month !== null && !day.startsWith(month)}
              isActive={day === active}
              dragged={dragged}
              moving={moves.pending}
              onDrag={setDragged}
              onDrop={drop}
              onOpen={onOpen}
            />
          ))}
        </Box>
      ))}
    </Box>
  )
}
