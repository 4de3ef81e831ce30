import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { fieldLabel } from '@portal/contract'
import type { Declaration, Field, ImportMapping } from '@portal/contract'
import { importableFields, unmappedRequired } from '@portal/contract/import-mapping'
import { Select } from '../../inputs/Select.tsx'
import { PatchValue } from '../bulk/PatchValue.tsx'
import type { FilePreview } from './import-calls.ts'
import { t } from './texts.ts'

/** Stands among the columns, and no column is called so: headers are trimmed. */
const sameForAll = ' same for all '

/** A value for every row is read as a cell would be: amounts in major units, lists as text. */
function asCell(declared: Field): Field {
  const isWritten =
    declared.type === 'enum' ||
    declared.type === 'ref' ||
    declared.type === 'boolean' ||
    declared.type === 'date' ||
    declared.type === 'datetime'
  return isWritten ? declared : { type: 'text' }
}

export interface MappingTableProps {
  collection: Declaration
  head: FilePreview
  mapping: ImportMapping
  /** What was guessed by the names of the columns; a field that still has its guess says so. */
  guess: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/**
 * For each field the column that fills it, with the first values of that column. Fields nothing was found for
 * wait below.
 */
export function MappingTable({ collection, head, mapping, guess, onChange }: MappingTableProps) {
  const [showsAll, setShowsAll] = useState(false)
  const fields = importableFields(collection).map(([name, declared]) => ({
    name,
    declared,
    label: fieldLabel(name, declared),
  }))
  const [first] = useState(() => new Set(Object.keys(mapping)))
  const isGuess = (name: string) => typeof guess[name] === 'string' && guess[name] === mapping[name]
  const guessed = Object.keys(mapping).filter(isGuess).length
  const isShown = (name: string, isRequired: boolean) =>
    showsAll || isRequired || first.has(name) || Object.hasOwn(mapping, name)
  const shown = fields.filter(({ name, declared }) => isShown(name, declared.required === true))
  const headers = [...new Set(head.headers.filter((header) => header !== ''))]
  const choose = (name: string, header: string) => {
    const { [name]: _before, ...others } = mapping
    if (header === '') onChange(others)
    else onChange({ ...others, [name]: header === sameForAll ? { value: null } : header })
  }
  const samplesOf = (source: ImportMapping[string] | undefined) => {
    const place = typeof source === 'string' ? head.headers.indexOf(source) : -1
    return place < 0 ? [] : head.samples.map((row) => row[place] ?? '').filter((cell) => cell !== '')
  }
  const missing = unmappedRequired(collection, mapping).map((name) =>
    fieldLabel(name, collection.fields[name]),
  )
  return (
    <>
      <Typography>
        {Object.keys(guess).length === 0 ? t('guessedNone') : t('guessed', { count: guessed })}
      </Typography>
      {missing.length > 0 && (
        <Typography sx={{ color: 'warning.main' }}>{t('missing', { fields: missing.join(', ') })}</Typography>
      )}
      <Box sx={{ maxHeight: '50vh', overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
        <Table size="small" stickyHeader aria-label={t('mappingTitle')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('fileField')}</TableCell>
              <TableCell>{t('fileColumn')}</TableCell>
              <TableCell>{t('sample')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map(({ name, declared, label }) => {
              const source = mapping[name]
              return (
                <TableRow key={name}>
                  <TableCell sx={{ minWidth: { xs: 90, sm: 120 }, overflowWrap: 'normal' }}>
                    {label}
                    {declared.required === true && (
                      <Typography
                        component="span"
                        variant="caption"
                        sx={{ color: 'text.secondary', marginInlineStart: 1 }}
                      >
                        {t('required')}
                      </Typography>
                    )}
                    {isGuess(name) && (
                      <Typography
                        component="span"
                        variant="caption"
                        sx={{ color: 'text.secondary', marginInlineStart: 1 }}
                      >
                        {t('isGuess')}
                      </Typography>
                    )}
                  </TableCell>
                  <TableCell sx={{ minWidth: { xs: 0, sm: 180 }, maxWidth: { xs: 170, sm: 'none' } }}>
                    <Select<string>
                      size="small"
                      fullWidth
                      displayEmpty
                      value={typeof source === 'object' ? sameForAll : (source ?? '')}
                      inputProps={{ 'aria-label': label }}
                      onChange={({ target }) => choose(name, target.value)}
                    >
                      <MenuItem value="">{t('leftOut')}</MenuItem>
                      <MenuItem value={sameForAll}>{t('sameForAll')}</MenuItem>
                      {headers.map((header) => (
                        <MenuItem key={header} value={header}>
                          {header}
                        </MenuItem>
                      ))}
                    </Select>
                  </TableCell>
                  <TableCell
                    sx={{
                      color: 'text.secondary',
                      minWidth: 200,
                      maxWidth: 240,
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                    }}
                  >
                    {typeof source === 'object' ? (
                      <PatchValue
                        declared={asCell(declared)}
                        label={t('valueForAll', { label })}
                        value={source.value}
                        onChange={(value) => onChange({ ...mapping, [name]: { value } })}
                      />
                    ) : (
                      samplesOf(source).slice(0, 3).join(' · ')
                    )}
                  </TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </Box>
      {shown.length < fields.length && (
        <Box>
          <Button onClick={() => setShowsAll(true)}>{t('allFields')}</Button>
        </Box>
      )}
    </>
  )
}
