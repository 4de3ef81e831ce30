import { auditKinds, collections } from '@portal/contract'
import type { Reference } from '@portal/contract'
import { recordQuery } from '@portal/shared-ui'
import { Box, Button, FormControl, InputLabel, MenuItem, Select, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId } from 'react'
import { AuditExport } from './AuditExport.tsx'
import { PickerField } from '../../parts/PickerField.tsx'
import { t } from './texts.ts'
import type { AuditNarrowing } from './users.queries.ts'

export interface AuditFiltersProps {
  narrowing: AuditNarrowing
  /** Number of matching entries; undefined until known. */
  count: number | undefined
  onChange: (narrowing: AuditNarrowing) => void
}

/** The user in the address, by name; by pid until the name is known, or when the user is gone. */
function usePersonNamed(pid: string | undefined): Reference | null {
  const { data } = useQuery({ ...recordQuery(collections.users, pid ?? ''), enabled: pid !== undefined })
  if (pid === undefined) return null
  const name = data?.['name']
  return { pid, title: typeof name === 'string' ? name : pid }
}

/** Filters the audit by event, user and date. */
export function AuditFilters({ narrowing, count, onChange }: AuditFiltersProps) {
  const id = useId()
  const person = usePersonNamed(narrowing.person)
  const set = (change: { [Key in keyof AuditNarrowing]: string | undefined }) => {
    const entries = Object.entries({ ...narrowing, ...change }).filter(
      ([, value]) => value !== undefined && value !== '',
    )
    onChange(Object.fromEntries(entries))
  }
  const day = (name: 'from' | 'to') => (
    <TextField
      label={t(name)}
      type="date"
      value={narrowing[name] ?? ''}
      onChange={({ target }) => set({ [name]: target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  return (
    <Box
      role="group"
      aria-label={t('narrow')}
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) minmax(0, 1fr)',
          md: 'minmax(0, 1.2fr) minmax(0, 1.2fr) auto auto auto auto',
        },
        gap: 3,
        alignItems: 'center',
        paddingBottom: 4,
      }}
    >
      <FormControl fullWidth>
        <InputLabel id={`${id}-kind`} shrink>
          {t('kind')}
        </InputLabel>
        <Select
          labelId={`${id}-kind`}
          label={t('kind')}
          displayEmpty
          notched
          value={narrowing.kind ?? ''}
          onChange={({ target }) => set({ kind: target.value })}
        >
          <MenuItem value="">{t('kindAll')}</MenuItem>
          {auditKinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {t(`kind_${kind}`)}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <PickerField
        label={t('person')}
        ground="portal.page"
        to="users"
        value={person}
        onChange={(chosen) => set({ person: chosen?.pid })}
      />
      {day('from')}
      {day('to')}
      <Button variant="outlined" disabled={Object.keys(narrowing).length === 0} onClick={() => onChange({})}>
        {t('clear')}
      </Button>
      <AuditExport narrowing={narrowing} count={count} />
    </Box>
  )
}
