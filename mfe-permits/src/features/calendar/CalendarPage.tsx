import { locales, screenLanguage } from '@portal/contract'
import { Alert, Box, Button, Skeleton, useMediaQuery } from '@portal/shared-ui/mui'
import { ErrorPanel, formatDateTime, formatDay, isForPage, todayAtom } from '@portal/shared-ui'
import { useQuery } from '@portal/shared-ui/query'
import { useSearchParams } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Agenda } from './Agenda.tsx'
import { firstWeekday, rangeOf, stepBy } from './calendar-days.ts'
import { datesByDay } from './calendar-entries.ts'
import { allViewsQuery, calendarQuery } from './calendar.queries.ts'
import { readState, writeState } from './calendar-state.ts'
import type { CalendarState } from './calendar-state.ts'
import { CalendarToolbar, KindFilter } from './CalendarToolbar.tsx'
import { DayGrid } from './DayGrid.tsx'
import { monthLabel } from './entry-labels.ts'
import { SubscribeDialog } from './SubscribeDialog.lazy.ts'
import { t } from './texts.ts'
import { useMoveDate } from './use-move-date.ts'

/** Below this width a day of a month is too narrow for a title. */
const phone = '(max-width: 699.95px)'

/** The state in the address, and how it is changed. */
function useCalendarState() {
  const today = useAtomValue(todayAtom)
  const [query, setQuery] = useSearchParams()
  const state = readState(query, today)
  const change = (changed: Partial<CalendarState>) => setQuery(writeState({ ...state, ...changed }, today))
  return { state, change, today }
}

/** Moves the focus to the button of a day once it is on the page. */
function useDayFocus(active: string) {
  const wanted = useRef(false)
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    document.querySelector<HTMLElement>(`[data-day-button="${active}"]`)?.focus()
  }, [active])
  return () => {
    wanted.current = true
  }
}

/** Keys of the page: `t` for today, Page Up and Page Down for the page before and after. */
function usePageKeys(keys: Readonly<Record<string, () => void>>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = isForPage(event) ? keys[event.key] : undefined
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Every date that the viewer may read, as a month, a week or a list. Source: decision 0117. */
export default function CalendarPage() {
  const { state, change, today } = useCalendarState()
  const isPhone = useMediaQuery(phone)
  const [isSubscribing, setSubscribing] = useState(false)
  const [picked, setPicked] = useState(state.day)
  const layout = isPhone ? 'agenda' : state.layout
  const range = rangeOf(layout, state.day, firstWeekday(locales[screenLanguage()]))
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(
    calendarQuery({ ...state, ...range }),
  )
  const views = useQuery(allViewsQuery)
  const moves = useMoveDate()
  const active = picked >= range.from && picked <= range.to ? picked : state.day
  const wantFocus = useDayFocus(active)
  const step = (steps: 1 | -1) => change({ day: stepBy(layout, state.day, steps) })
  const goToday = () => {
    setPicked(today)
    change({ day: today })
  }
  usePageKeys({ t: goToday, PageUp: () => step(-1), PageDown: () => step(1) })
  const offered = (views.data ?? []).filter(
    ({ collection }) => data?.collections.includes(collection) ?? false,
  )
  const view = offered.find(({ pid }) => pid === state.view) ?? null
  const heading =
    layout === 'week' ? `${formatDay(range.from)} – ${formatDay(range.to)}` : monthLabel(state.day)
  const dates = data === undefined ? null : datesByDay(data, moves.pending)
  const isNarrowed = state.view !== null || state.collections !== null || state.mine
  const isEmpty = data?.entries.length === 0
  const showAll = () => change({ view: null, collections: null, mine: false })
  const empty = {
    title: t('empty', { from: formatDay(range.from), to: formatDay(range.to) }),
    text: t(isNarrowed ? 'emptyFiltered' : 'emptyText'),
  }
  return (
    <Box
      sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 3, padding: '2px', minHeight: 0 }}
    >
      <CalendarToolbar
        state={state}
        shown={layout}
        isPhone={isPhone}
        heading={heading}
        views={offered}
        onChange={change}
        onStep={step}
        onToday={goToday}
        onSubscribe={() => setSubscribing(true)}
      />
      {data !== undefined && (
        <KindFilter
          offered={data.collections}
          chosen={state.collections}
          onChange={(collections) => change({ collections })}
        />
      )}
      {data !== undefined && error !== null && (
        <Alert
          severity="warning"
          action={
            <Button size="small" color="inherit" onClick={() => void refetch()}>
              {t('refresh')}
            </Button>
          }
        >
          {t('old', { moment: formatDateTime(new Date(dataUpdatedAt).toISOString()) })}
        </Alert>
      )}
      {isEmpty && layout !== 'agenda' && (
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {empty.title}. {empty.text}
        </Box>
      )}
      {isEmpty && isNarrowed && (
        <Box>
          <Button onClick={showAll}>{t('showAll')}</Button>
        </Box>
      )}
      {dates === null ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
        )
      ) : layout === 'agenda' ? (
        <Agenda
          range={range}
          today={today}
          at={active}
          dates={dates}
          isStale={isPlaceholderData}
          empty={empty}
        />
      ) : (
        <DayGrid
          label={heading}
          range={range}
          month={layout === 'week' ? null : state.day.slice(0, 7)}
          today={today}
          active={active}
          dates={dates}
          moves={moves}
          isStale={isPlaceholderData}
          onOpen={(day) => {
            setPicked(day)
            change({ layout: 'agenda', day })
          }}
          onActive={(day) => {
            wantFocus()
            setPicked(day)
            if (!day.startsWith(state.day.slice(0, 7)) || day < range.from || day > range.to) change({ day })
          }}
        />
      )}
      {isSubscribing && <SubscribeDialog view={view} onClose={() => setSubscribing(false)} />}
    </Box>
  )
}

function Loading() {
  return (
    <Box role="status" aria-label={t('loading')} sx={{ display: 'grid', gap: 2 }}>
      <Skeleton variant="rounded" animation={false} height={28} sx={{ maxWidth: 420 }} />
      <Skeleton variant="rounded" animation={false} height={520} />
    </Box>
  )
}
