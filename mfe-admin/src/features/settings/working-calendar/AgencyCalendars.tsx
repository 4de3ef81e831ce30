import { AgencyCalendar, collections, maxAgencyCalendars } from '@portal/contract'
import { ErrorPanel, crud, listShape, recordKeys } from '@portal/shared-ui'
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  MenuItem,
  Select,
  Stack,
  Typography,
} from '@portal/shared-ui/mui'
import { queryOptions, useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { t } from '../../../texts.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import type { Settings } from '../use-settings.ts'
import { ClosedDays } from './ClosedDays.tsx'
import { agencyCalendar } from './edited-calendar.ts'
import { HolidayPacks } from './HolidayPacks.tsx'
import { WeekHours } from './WeekHours.tsx'

const { authorities } = collections

interface Agency {
  code: string
  name: string
}

/** The agencies by name. */
const agenciesQuery = queryOptions({
  queryKey: [...recordKeys.collection('authorities'), 'calendars'],
  queryFn: ({ signal }) =>
    crud(
      { apiPath: '/authorities', method: 'GET', query: { page: 1, pageSize: 1000, sort: 'name' } },
      listShape(authorities),
      { signal },
    ),
  select: ({ records }): Agency[] =>
    records.map(({ shortCode, name }) => ({ code: String(shortCode), name: String(name) })),
})

/** When agencies work that differ from the office. One of them is edited at a time. */
export function AgencyCalendars({ settings }: { settings: Settings }) {
  const { configuration, changes, set } = settings
  const { agencies } = configuration.workingCalendar
  const known = useQuery(agenciesQuery)
  const [open, setOpen] = useState<string | null>(null)
  const nameOf = (code: string) => known.data?.find((agency) => agency.code === code)?.name ?? code
  const save = (next: Record<string, AgencyCalendar>) => set(['workingCalendar', 'agencies'], next)
  const own = open === null || !Object.hasOwn(agencies, open) ? undefined : agencies[open]
  return (
    <>
      <SettingsSection
        heading={t('calendar_agencies')}
        hint={t('calendarAgenciesHint')}
        isChanged={changes.some(({ field }) => field === 'workingCalendar.agencies')}
      >
        {Object.keys(agencies).length === 0 && (
          <Typography sx={{ paddingBottom: 3 }}>{t('noAgencyCalendars')}</Typography>
        )}
        <Box
          component="ul"
          aria-label={t('calendar_agencies')}
          sx={{ margin: 0, padding: 0, listStyle: 'none' }}
        >
          {Object.keys(agencies)
            .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
            .map((code) => (
              <AgencyLine
                key={code}
                name={nameOf(code)}
                isOpen={code === open}
                onOpen={() => setOpen(code === open ? null : code)}
                onRemove={() => {
                  const { [code]: _removed, ...others } = agencies
                  save(others)
                }}
              />
            ))}
        </Box>
        {known.isError && known.data === undefined ? (
          <ErrorPanel error={known.error} title={t('agenciesFailed')} onRetry={() => void known.refetch()} />
        ) : (
          <AddAgency
            agencies={(known.data ?? []).filter(({ code }) => !Object.hasOwn(agencies, code))}
            isFull={Object.keys(agencies).length >= maxAgencyCalendars}
            onAdd={(code) => {
              save({ ...agencies, [code]: AgencyCalendar.parse({}) })
              setOpen(code)
            }}
          />
        )}
      </SettingsSection>
      {open !== null && own !== undefined && (
        <AgencyParts key={open} settings={settings} code={open} own={own} name={nameOf(open)} />
      )}
    </>
  )
}

function AgencyLine({
  name,
  isOpen,
  onOpen,
  onRemove,
}: {
  name: string
  isOpen: boolean
  onOpen: () => void
  onRemove: () => void
}) {
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: 2, paddingBottom: 1 }}>
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-label={t('editAgencyCalendar', { agency: name })}
        onClick={onOpen}
      >
        {t('editCalendar')}
      </Button>
      <Button size="small" aria-label={t('removeAgencyCalendar', { agency: name })} onClick={onRemove}>
        {t('removeCalendar')}
      </Button>
    </Stack>
  )
}

function AddAgency({
  agencies,
  isFull,
  onAdd,
}: {
  agencies: readonly Agency[]
  isFull: boolean
  onAdd: (code: string) => void
}) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  return (
    <Stack direction="row" sx={{ gap: 3, paddingTop: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Select
        size="small"
        displayEmpty
        value={agencies.some(({ code }) => code === chosen) ? chosen : ''}
        renderValue={(code) => agencies.find((agency) => agency.code === code)?.name ?? t('chooseAgency')}
        inputProps={{ 'aria-label': t('agency') }}
        SelectDisplayProps={{ id, 'aria-label': t('agency') }}
        onChange={({ target }) => setChosen(target.value)}
        sx={{ minWidth: 220 }}
      >
        {agencies.map(({ code, name }) => (
          <MenuItem key={code} value={code}>
            {name}
          </MenuItem>
        ))}
      </Select>
      <Button
        variant="outlined"
        disabled={isFull || !agencies.some(({ code }) => code === chosen)}
        onClick={() => onAdd(chosen)}
      >
        {t('addAgencyCalendar')}
      </Button>
    </Stack>
  )
}

function AgencyParts({
  settings,
  code,
  own,
  name,
}: {
  settings: Settings
  code: string
  own: AgencyCalendar
  name: string
}) {
  const edited = agencyCalendar(settings, code, own)
  const { agencies, hours } = settings.configuration.workingCalendar
  return (
    <Stack
      component="section"
      aria-label={name}
      spacing={8}
      sx={{ borderInlineStart: 2, borderColor: 'divider', paddingInlineStart: { xs: 3, sm: 5 } }}
    >
      <Typography variant="h2">{name}</Typography>
      <FormControlLabel
        label={t('agencyHours')}
        control={
          <Checkbox
            size="small"
            checked={own.hours !== null}
            onChange={(_event, isOn) =>
              settings.set(['workingCalendar', 'agencies'], {
                ...agencies,
                [code]: { ...own, hours: isOn ? hours : null },
              })
            }
          />
        }
      />
      {own.hours !== null && <WeekHours settings={settings} edited={edited} />}
      <HolidayPacks edited={edited} />
      <ClosedDays edited={edited} />
    </Stack>
  )
}
