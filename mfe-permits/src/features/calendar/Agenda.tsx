import { addDays, collections } from '@portal/contract'
import type { CollectionName, LocalDate } from '@portal/contract'
import { calendarFields } from '@portal/contract/calendar'
import { EmptyState, actorAtom, openableList, userAtom } from '@portal/shared-ui'
import { Box, MuiLink, Typography } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef } from 'react'
import type { DayDates } from './calendar-entries.ts'
import { EntryLink } from './EntryLink.tsx'
import { collectionLabel, fullDayLabel } from './entry-labels.ts'
import { t } from './texts.ts'

export interface AgendaProps {
  range: { from: LocalDate; to: LocalDate }
  today: LocalDate
  /** The day to begin at. */
  at: LocalDate
  dates: (day: LocalDate) => DayDates
  isStale: boolean
  empty: { title: string; text: string }
}

function daysOf({ from, to }: AgendaProps['range']): LocalDate[] {
  const days: LocalDate[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The days that have dates, one below the other. */
export function Agenda({ range, today, at, dates, isStale, empty }: AgendaProps) {
  const start = useRef<HTMLElement>(null)
  const days = daysOf(range).filter((day) => dates(day).total > 0)
  const first = days.find((day) => day >= at)
  useEffect(() => {
    // Browsers return a promise, which is no cleanup.
    void start.current?.scrollIntoView({ block: 'start' })
  }, [first])
  if (days.length === 0) return <EmptyState title={empty.title} text={empty.text} />
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', opacity: isStale ? 0.6 : 1 }} aria-busy={isStale}>
      {days.map((day) => (
        <Box
          key={day}
          component="section"
          aria-labelledby={`agenda-${day}`}
          {...(day === first && { ref: start })}
          sx={{ paddingBottom: 4, maxWidth: 900 }}
        >
          <Typography
            component="h2"
            id={`agenda-${day}`}
            sx={{
              paddingBlock: 1,
              fontWeight: 550,
              color: day === today ? 'primary.main' : 'text.primary',
              fontSize: 'body2.fontSize',
            }}
          >
            {fullDayLabel(day)}
            {day === today && ` · ${t('today')}`}
          </Typography>
          <DayList day={day} dates={dates(day)} />
        </Box>
      ))}
    </Box>
  )
}

/**
 * The list of a collection with the records that have a date on the day; null where it is closed to the
 * viewer.
 */
function useListOf(day: LocalDate): (collection: CollectionName) => string | null {
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  return (collection) => {
    if (actor === null) return null
    const fields = calendarFields(collections[collection], actor)
    return openableList({ collection, filter: { or: fields.map(([name]) => ({ [name]: day })) } }, user)
  }
}

function DayList({ day, dates }: { day: LocalDate; dates: DayDates }) {
  const listOf = useListOf(day)
  return (
    <Box
      component="ul"
      aria-labelledby={`agenda-${day}`}
      sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}
    >
      {dates.entries.map((entry) => (
        <Box component="li" key={entry.id} sx={{ minWidth: 0 }}>
          <EntryLink entry={entry} isLong />
        </Box>
      ))}
      {dates.unlisted.map(({ collection, count }) => (
        <Box component="li" key={collection} sx={{ paddingInline: 1, fontSize: 'caption.fontSize' }}>
          <More
            text={t('moreIn', { count, collection: collectionLabel(collection) })}
            url={listOf(collection)}
          />
        </Box>
      ))}
    </Box>
  )
}

function More({ text, url }: { text: string; url: string | null }) {
  return url === null ? (
    text
  ) : (
    <MuiLink component={Link} to={url}>
      {text}
    </MuiLink>
  )
}
