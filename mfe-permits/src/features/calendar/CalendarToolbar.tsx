import { isStaff } from '@portal/contract'
import type { CollectionName, View } from '@portal/contract'
import { Icon, actorAtom } from '@portal/shared-ui'
import { Box, Button, IconButton, Select, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { layouts } from './calendar-days.ts'
import type { CalendarLayout } from './calendar-days.ts'
import type { CalendarState } from './calendar-state.ts'
import { collectionLabel, lookOf } from './entry-labels.ts'
import { t } from './texts.ts'

const pressed = (isPressed: boolean) => ({
  'aria-pressed': isPressed,
  sx: isPressed
    ? { backgroundColor: 'portal.primarySoft.main', color: 'portal.primarySoft.text' }
    : { color: 'text.primary' },
})

export interface CalendarToolbarProps {
  state: CalendarState
  /** The layout on the screen, which on a phone is always the agenda. */
  shown: CalendarLayout
  isPhone: boolean
  heading: string
  views: readonly View[]
  onChange: (change: Partial<CalendarState>) => void
  onStep: (steps: 1 | -1) => void
  onToday: () => void
  onSubscribe: () => void
}

/** Which days are shown and how. */
export function CalendarToolbar({ state, shown, isPhone, heading, views, ...on }: CalendarToolbarProps) {
  const actor = useAtomValue(actorAtom)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Button variant="outlined" onClick={on.onToday}>
          {t('today')}
        </Button>
        <IconButton aria-label={t('previous')} onClick={() => on.onStep(-1)}>
          <Icon path={mdiChevronLeft} />
        </IconButton>
        <IconButton aria-label={t('next')} onClick={() => on.onStep(1)}>
          <Icon path={mdiChevronRight} />
        </IconButton>
      </Box>
      <Typography component="h2" aria-live="polite" sx={{ fontWeight: 550, flex: '1 1 140px' }}>
        {heading}
      </Typography>
      {!isPhone && (
        <Box role="group" aria-label={t('layout')} sx={{ display: 'flex', gap: 0.5 }}>
          {layouts.map((layout) => (
            <Button key={layout} {...pressed(layout === shown)} onClick={() => on.onChange({ layout })}>
              {t(`layout_${layout}`)}
            </Button>
          ))}
        </Box>
      )}
      {actor !== null && isStaff(actor.role) && (
        <Button {...pressed(state.mine)} onClick={() => on.onChange({ mine: !state.mine })}>
          {t('mine')}
        </Button>
      )}
      <ViewSelect view={state.view} views={views} onChange={(view) => on.onChange({ view })} />
      <Button variant="outlined" onClick={on.onSubscribe}>
        {t('subscribe')}
      </Button>
    </Box>
  )
}

interface ViewSelectProps {
  view: string | null
  views: readonly View[]
  onChange: (view: string | null) => void
}

function ViewSelect({ view, views, onChange }: ViewSelectProps) {
  const groups = Map.groupBy(views, ({ collection }) => collection)
  return (
    <Select<string>
      native
      size="small"
      value={view ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      inputProps={{ 'aria-label': t('view') }}
      sx={{ maxWidth: 220 }}
    >
      <option value="">{t('allDates')}</option>
      {[...groups].map(([collection, named]) => (
        <optgroup key={collection} label={collectionLabel(collection)}>
          {named.map(({ pid, name }) => (
            <option key={pid} value={pid}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}

export interface KindFilterProps {
  offered: readonly CollectionName[]
  chosen: readonly CollectionName[] | null
  onChange: (chosen: readonly CollectionName[] | null) => void
}

/** The kinds of dates: the key to their colors, and a filter. */
export function KindFilter({ offered, chosen, onChange }: KindFilterProps) {
  const toggle = (name: CollectionName) => {
    const shown = chosen ?? offered
    const next = shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name]
    onChange(next.length === 0 || next.length === offered.length ? null : next)
  }
  return (
    <Box role="group" aria-label={t('collections')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {offered.map((name) => {
        const { colour, icon } = lookOf(name)
        const isShown = chosen?.includes(name) ?? true
        return (
          <Button
            key={name}
            size="small"
            aria-pressed={isShown}
            onClick={() => toggle(name)}
            startIcon={<Icon path={icon} />}
            sx={{
              minHeight: 24,
              paddingBlock: 0,
              border: 1,
              borderColor: isShown ? `portal.status.${colour}.strong` : 'divider',
              backgroundColor: isShown ? `portal.status.${colour}.soft` : 'transparent',
              color: isShown ? `portal.status.${colour}.text` : 'text.secondary',
              fontSize: 'caption.fontSize',
              '& svg': { width: 14, height: 14 },
            }}
          >
            {collectionLabel(name)}
          </Button>
        )
      })}
    </Box>
  )
}
