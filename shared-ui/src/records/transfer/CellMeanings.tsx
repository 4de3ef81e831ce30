import { Autocomplete } from '../../inputs/Autocomplete.tsx'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choosableOptions, fieldLabel, findField } from '@portal/contract'
import type { Declaration, Field, ImportCell } from '@portal/contract'
import { formatNumber } from '../../format/numbers.ts'
import { Select } from '../../inputs/Select.tsx'
import { TextField } from '../../inputs/TextField.tsx'
import { lookupQuery } from '../edit/ReferencePicker.tsx'
import { t } from './texts.ts'

/** What a cell was said to mean: a code, or a record with its title. */
export interface Meaning {
  value: string
  title: string
}
export type Meanings = ReadonlyMap<string, Meaning>

/** Cells are told apart by field and text. */
export const cellKey = ({ field, cell }: Pick<ImportCell, 'field' | 'cell'>) => JSON.stringify([field, cell])

/** The select names the field, so that a phone can do without the column. */
const onWideScreens = { display: { xs: 'none', sm: 'table-cell' } } as const

/** Stands for no meaning in a select; no code is called so. */
const none = ' none '
const maxShown = 200

export interface CellMeaningsProps {
  collection: Declaration
  cells: readonly ImportCell[]
  meanings: Meanings
  onMean: (cell: ImportCell, meaning: Meaning | null) => void
  /** Clients that are not here; making them is offered to those who may. */
  missingOrgs: number
  createsOrgs: boolean
  onCreateOrgs: ((creates: boolean) => void) | null
}

/**
 * Cells of choices and references that are no value of ours, each with a select of what it means; a guess is
 * chosen already and says so.
 */
export function CellMeanings({
  collection,
  cells,
  meanings,
  onMean,
  missingOrgs,
  createsOrgs,
  onCreateOrgs,
}: CellMeaningsProps) {
  const open = cells
    .filter(({ field }) => !createsOrgs || findField(collection, field)?.to !== 'orgs')
    .toSorted((a, other) => other.count - a.count)
  return (
    <>
      {missingOrgs > 0 && onCreateOrgs !== null && (
        <FormControlLabel
          control={
            <Checkbox checked={createsOrgs} onChange={(_event, isChecked) => onCreateOrgs(isChecked)} />
          }
          label={t('createOrgs', { count: missingOrgs })}
        />
      )}
      {open.length > 0 && (
        <>
          <Typography sx={{ color: 'text.secondary' }}>{t('cellsText')}</Typography>
          <Box sx={{ maxHeight: 320, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
            <Table size="small" stickyHeader aria-label={t('cellsTitle')}>
              <TableHead>
                <TableRow>
                  <TableCell sx={onWideScreens}>{t('column')}</TableCell>
                  <TableCell>{t('cell')}</TableCell>
                  <TableCell>{t('cellMeans')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {open.slice(0, maxShown).map((cell) => (
                  <CellRow
                    key={cellKey(cell)}
                    {...{ collection, cell, meaning: meanings.get(cellKey(cell)) ?? null, onMean }}
                  />
                ))}
              </TableBody>
            </Table>
          </Box>
          {open.length > maxShown && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('cellsShown', { count: maxShown, total: formatNumber(open.length) })}
            </Typography>
          )}
        </>
      )}
    </>
  )
}

interface CellRowProps extends Pick<CellMeaningsProps, 'collection' | 'onMean'> {
  cell: ImportCell
  meaning: Meaning | null
}

function CellRow({ collection, cell, meaning, onMean }: CellRowProps) {
  const declared = findField(collection, cell.field)
  if (declared === undefined) return null
  const field = fieldLabel(cell.field, declared)
  const label = t('meaningOf', { field, cell: cell.cell })
  const isGuess = meaning === null && cell.guess !== undefined
  return (
    <TableRow>
      <TableCell sx={{ ...onWideScreens, overflowWrap: 'normal' }}>{cell.column}</TableCell>
      <TableCell>
        {cell.cell}
        <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
          {t('cellRows', { count: cell.count })}
        </Typography>
      </TableCell>
      <TableCell sx={{ minWidth: { xs: 170, sm: 240 } }}>
        {declared.type === 'ref' ? (
          <RecordChoice
            declared={declared}
            label={label}
            value={meaning}
            onChange={(next) => onMean(cell, next)}
          />
        ) : (
          <CodeChoice
            declared={declared}
            label={label}
            value={meaning?.value ?? cell.guess ?? none}
            onChange={(next) => onMean(cell, next)}
          />
        )}
        {isGuess && (
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
            {t('isGuess')}
          </Typography>
        )}
      </TableCell>
    </TableRow>
  )
}

interface ChoiceProps<Value> {
  declared: Field
  label: string
  value: Value
  onChange: (meaning: Meaning | null) => void
}

function CodeChoice({ declared, label, value, onChange }: ChoiceProps<string>) {
  return (
    <Select<string>
      size="small"
      fullWidth
      value={value}
      inputProps={{ 'aria-label': label }}
      onChange={({ target }) => onChange(target.value === none ? null : { value: target.value, title: '' })}
    >
      <MenuItem value={none}>{t('noMeaning')}</MenuItem>
      <MenuItem value="">{t('emptyMeaning')}</MenuItem>
      {choosableOptions(declared.options, value).map(({ code, label: words }) => (
        <MenuItem key={code} value={code}>
          {words}
        </MenuItem>
      ))}
    </Select>
  )
}

function RecordChoice({ declared, label, value, onChange }: ChoiceProps<Meaning | null>) {
  const [token, setToken] = useState('')
  const target = declared.to === 'files' || declared.to === undefined ? null : declared.to
  const { data } = useQuery(lookupQuery(target, token, { staff: declared.staff === true }))
  return (
    <Autocomplete
      size="small"
      options={(data?.options ?? []).map(({ pid, title }): Meaning => ({ value: pid, title }))}
      value={value}
      getOptionLabel={({ title }) => title}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      filterOptions={(options) => options}
      noOptionsText={t('noOptions')}
      onInputChange={(_event, text, reason) => {
        if (reason === 'input') setToken(text.trim())
      }}
      onChange={(_event, option) => onChange(option)}
      renderInput={(params) => (
        <TextField
          {...params}
          placeholder={t('noMeaning')}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label },
          }}
        />
      )}
    />
  )
}
