import { Stack, Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { StatusMapPicture } from './StatusMapPicture.tsx'
import { StatusMapTable } from './StatusMapTable.tsx'

/** The permit status map a portal starts with, drawn and told. */
export function StatusMapView() {
  return (
    <Stack spacing={5}>
      <Typography variant="h2">{t('mapPicture')}</Typography>
      <StatusMapPicture />
      <Typography variant="h2">{t('mapTable')}</Typography>
      <StatusMapTable />
    </Stack>
  )
}
