import Box from '@mui/material/Box'
import type { Field } from '@portal/contract'
import { FieldValue } from '../values/FieldValue.tsx'
import { t } from './texts.ts'

/** A value, or a word for none. */
export function ValueOrEmpty({ declared, value }: { declared: Field | undefined; value: unknown }) {
  const isEmpty =
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty || declared === undefined) {
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('noPart')}
      </Box>
    )
  }
  return <FieldValue declared={declared} value={value} />
}
