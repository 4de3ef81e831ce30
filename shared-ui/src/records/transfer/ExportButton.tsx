import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { mdiChevronDown } from '../../icons/paths.ts'
import { Drawn } from '../Drawn.tsx'
import { useRecordPage } from '../record-page-context.ts'
import { exportUrl } from './export-url.ts'
import { t } from './texts.ts'

const formats = [
  { format: 'csv', label: t('exportCsv'), hint: t('exportCsvHint') },
  { format: 'xlsx', label: t('exportXlsx'), hint: t('exportXlsxHint') },
] as const

/** `Export`: the current view as a file, by plain links that the browser downloads while the server writes. */
export function ExportButton() {
  const { collection, list, columns, count } = useRecordPage()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const what = count === undefined ? null : t('exportWhat', { count })
  return (
    <>
      <Button
        variant="outlined"
        sx={{ flex: 'none', whiteSpace: 'nowrap' }}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon path={mdiChevronDown} size={16} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('export')}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'region', 'aria-label': t('export') },
          list: { 'aria-label': t('export'), ...(what !== null && { 'aria-description': what }) },
        }}
      >
        {what !== null && (
          <Box
            component="li"
            role="presentation"
            sx={{ paddingInline: 3, paddingBlock: 1, maxWidth: 280, typography: 'caption', color: 'text.secondary' }}
          >
            <Drawn text={what} />
          </Box>
        )}
        {formats.map(({ format, label, hint }) => (
          <MenuItem key={format} component="a" href={exportUrl(collection, format, list, columns)} download aria-description={hint} onClick={close}>
            <ListItemText primary={label} secondary={<Drawn text={hint} />} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
