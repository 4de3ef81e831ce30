import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { mdiChevronDown } from '../../icons/paths.ts'
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
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}>
        {count !== undefined && (
          <Typography
            component="li"
            role="presentation"
            variant="caption"
            sx={{ paddingInline: 3, paddingBlock: 1, color: 'text.secondary', maxWidth: 280 }}
          >
            {t('exportWhat', { count })}
          </Typography>
        )}
        {formats.map(({ format, label, hint }) => (
          <MenuItem key={format} component="a" href={exportUrl(collection, format, list, columns)} download aria-label={label} onClick={close}>
            <ListItemText primary={label} secondary={hint} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
