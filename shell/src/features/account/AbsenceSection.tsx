import { OwnAbsence, isStaff, toRole } from '@portal/contract'
import type { OwnAbsencePatch } from '@portal/contract'
import { ErrorPanel, PickerField, api, nothing, todayAtom, userAtom } from '@portal/shared-ui'
import { Button, Stack, TextField, Typography } from '@portal/shared-ui/mui'
import { queryOptions, useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

const url = '/api/auth/me/absence'
const absenceQuery = queryOptions({
  queryKey: ['account', 'absence'],
  queryFn: ({ signal }) => api.get(url, OwnAbsence, { signal }),
})

type Draft = Pick<OwnAbsence, 'outOfOfficeFrom' | 'outOfOfficeUntil' | 'delegate'>

/** Where the person's work goes as saved; null if it goes to the delegate. */
function hintOf({ delegate, standIn }: OwnAbsence): string | null {
  if (delegate === null) return t('staysWithYou')
  if (standIn === null) return t('delegateAway', { name: delegate.title })
  return standIn.pid === delegate.pid ? null : t('goesTo', { delegate: delegate.title, name: standIn.title })
}

function problemOf({ outOfOfficeFrom: from, outOfOfficeUntil: until }: Draft): string | null {
  if (from === null) return null
  if (until === null) return t('lastDayMissing')
  return until < from ? t('lastDayEarly') : null
}

/** The saved and the edited absence. A failed save keeps the edits. */
function AbsenceForm({ absence }: { absence: OwnAbsence }) {
  const today = useAtomValue(todayAtom)
  const [draft, setDraft] = useState<Draft | null>(null)
  const { outOfOfficeFrom: from, outOfOfficeUntil: until, delegate } = draft ?? absence
  const problem = problemOf({ outOfOfficeFrom: from, outOfOfficeUntil: until, delegate })
  const edit = (part: Partial<Draft>) =>
    setDraft({ outOfOfficeFrom: from, outOfOfficeUntil: until, delegate, ...part })
  const save = (part: Omit<OwnAbsencePatch, 'version'>) =>
    api.patch(url, { ...part, version: absence.version }, nothing).then(() => setDraft(null))
  const change = useChange(save, t('absenceSaved'))
  const removal = useChange(save, t('absenceRemoved'))
  const isBusy = change.isPending || removal.isPending
  const isEntered = absence.outOfOfficeUntil !== null && absence.outOfOfficeUntil >= today
  const hint = draft === null && isEntered ? hintOf(absence) : null
  const dayField = (label: string, name: 'outOfOfficeFrom' | 'outOfOfficeUntil', wrong: string | null) => (
    <TextField
      type="date"
      label={label}
      value={(draft ?? absence)[name] ?? ''}
      error={wrong !== null}
      helperText={wrong ?? undefined}
      onChange={({ target }) => edit({ [name]: target.value === '' ? null : target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ flex: '1 1 180px' }}
    />
  )
  return (
    <Stack
      component="form"
      spacing={3}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null && draft !== null && !isBusy)
          change.mutate({
            outOfOfficeFrom: from,
            outOfOfficeUntil: until,
            delegate: delegate?.pid ?? null,
          })
      }}
    >
      <Stack direction="row" useFlexGap spacing={3} sx={{ flexWrap: 'wrap' }}>
        {dayField(t('awayFrom'), 'outOfOfficeFrom', null)}
        {dayField(t('awayUntil'), 'outOfOfficeUntil', problem)}
      </Stack>
      <PickerField
        label={t('delegate')}
        ground="portal.page"
        to="users"
        staff
        value={delegate}
        onChange={(person) => edit({ delegate: person })}
      />
      {hint !== null && <Typography role="note">{hint}</Typography>}
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" disabled={draft === null || problem !== null || isBusy}>
          {t('saveAbsence')}
        </Button>
        {draft !== null && (
          <Button variant="outlined" disabled={isBusy} onClick={() => setDraft(null)}>
            {t('discardProfile')}
          </Button>
        )}
        {draft === null && isEntered && (
          <Button
            variant="outlined"
            disabled={isBusy}
            onClick={() =>
              removal.mutate({
                outOfOfficeFrom: null,
                outOfOfficeUntil: null,
                delegate: absence.delegate?.pid ?? null,
              })
            }
          >
            {t('removeAbsence')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** The absence of a staff member and who stands in. Source: decision 0119. */
export function AbsenceSection() {
  const role = toRole(useAtomValue(userAtom)?.role)
  const isOffice = role !== null && isStaff(role)
  const { data, error, refetch } = useQuery({ ...absenceQuery, enabled: isOffice })
  if (!isOffice) return null
  return (
    <Section heading={t('absence')} text={t('absenceText')}>
      {data !== undefined && <AbsenceForm absence={data} />}
      {data === undefined && error !== null && (
        <ErrorPanel error={error} title={t('absenceFailed')} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}
