import Chip from '@mui/material/Chip'
import { t } from '../texts.ts'

/** Beside the name of a view: the table differs from it. */
export default function ChangedChip() {
  return <Chip size="small" variant="outlined" label={t('changed')} aria-hidden sx={{ flex: 'none' }} />
}
