import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import { TextField } from '../../inputs/TextField.tsx'
import type { FilePreview, FileReading } from './import-calls.ts'
import { t } from './texts.ts'

const maxCells = 4

export interface FileControlsProps {
  head: FilePreview
  /** Numbers of the file are written with a decimal comma, or were chosen to be. */
  asksComma: boolean
  onRead: (reading: FileReading) => void
}

/**
 * Which sheet and which row of it heads the table, where a file leaves that open, and how its numbers are
 * written.
 */
export function FileControls({ head, asksComma, onRead }: FileControlsProps) {
  const { reading, rows } = head
  const sheets = head.sheets.filter(({ hidden, chosen }) => !hidden || chosen)
  const chosen = head.sheets.find((sheet) => sheet.chosen)?.name ?? ''
  const isHeaderOpen = head.headerRow > 1 || reading.headerRow !== undefined
  if (sheets.length < 2 && !isHeaderOpen && !asksComma) return null
  const candidates = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const wordsOf = (cells: readonly string[]) =>
    cells
      .filter((cell) => cell.trim() !== '')
      .slice(0, maxCells)
      .join(' · ')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
      {sheets.length > 1 && (
        <TextField
          select
          size="small"
          label={t('sheet')}
          value={chosen}
          onChange={({ target }) =>
            onRead({
              ...(reading.decimal !== undefined && { decimal: reading.decimal }),
              sheet: target.value,
            })
          }
          sx={{ minWidth: 160 }}
        >
          {sheets.map(({ name }) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {isHeaderOpen && (
        <TextField
          select
          size="small"
          label={t('headerRow')}
          value={String(head.headerRow)}
          onChange={({ target }) => onRead({ ...reading, headerRow: Number(target.value) })}
          sx={{ minWidth: 200, maxWidth: '100%' }}
        >
          {candidates.map(({ row, cells }) => (
            <MenuItem key={row} value={String(row)}>
              {t('headerRowOption', { row, cells: wordsOf(cells) })}
            </MenuItem>
          ))}
        </TextField>
      )}
      {asksComma && (
        <FormControlLabel
          control={
            <Checkbox
              checked={reading.decimal === 'comma'}
              onChange={(_event, isChecked) => {
                const { decimal: _before, ...others } = reading
                onRead(isChecked ? { ...others, decimal: 'comma' } : others)
              }}
            />
          }
          label={t('decimalComma')}
        />
      )}
    </Box>
  )
}
