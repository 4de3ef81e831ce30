import Alert from '@mui/material/Alert'
import { t } from '../texts.ts'

/** Says that the view of the address does not exist. */
export default function MissingView() {
  return <Alert severity="info">{t('viewGone')}</Alert>
}
