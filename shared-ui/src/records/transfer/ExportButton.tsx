import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import type { MouseEvent } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { mdiCheck, mdiChevronDown } from '../../icons/paths.ts'
import { useShell } from '../../portal/shell-api.ts'
import { t as tPrint } from '../../print/texts.ts'
import { CssText } from '../grid/CssText.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { downloadAfterProof, exportNeedsProof, exportUrl } from './export-url.ts'
import { t } from './texts.ts'

const formats = [
  { format: 'csv', label: () => t('exportCsv'), hint: () => t('exportCsvHint') },
  { format: 'xlsx', label: () => t('exportXlsx'), hint: () => t('exportXlsxHint') },
] as const

/**
 * `Export`: the current view as a file. The items are plain links, so the browser downloads while the server
 * writes. A large export requires recent authentication before it starts, because a link cannot ask for it.
 */
export function ExportButton() {
  const { collection, list, columns, count } = useRecordPage()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asCodes, setAsCodes] = useState(false)
  const hintId = useId()
  const shell = useShell()
  const close = () => setAnchor(null)
  const start = (event: MouseEvent, url: string) => {
    close()
    if (!exportNeedsProof(count)) return
    event.preventDefault()
    downloadAfterProof(url).catch((error: unknown) =>
      shell.toast({
        title: t('notExported'),
        description: error instanceof Error ? error.message : '',
        colour: 'red',
      }),
    )
  }
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
            sx={{
              paddingInline: 3,
              paddingBlock: 1,
              maxWidth: 280,
              typography: 'caption',
              color: 'text.secondary',
            }}
          >
            <CssText text={what} />
          </Box>
        )}
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={asCodes}
          aria-describedby={hintId}
          onClick={() => setAsCodes(!asCodes)}
        >
          <Box sx={{ width: 20, flex: 'none', marginInlineEnd: 2 }}>
            {asCodes && <Icon path={mdiCheck} />}
          </Box>
          <ListItemText
            primary={t('exportCodes')}
            secondary={t('exportCodesHint')}
            slotProps={{ secondary: { id: hintId, 'aria-hidden': true } }}
          />
        </MenuItem>
        {formats.map(({ format, label, hint }) => {
          const url = exportUrl(collection, format, list, columns, asCodes)
          return (
            <MenuItem
              key={format}
              component="a"
              href={url}
              download
              aria-description={hint()}
              onClick={(event) => start(event, url)}
            >
              <ListItemText primary={label()} secondary={<CssText text={hint()} />} />
            </MenuItem>
          )
        })}
        <MenuItem
          aria-description={tPrint('printList')}
          onClick={() => {
            close()
            setTimeout(() => window.print())
          }}
        >
          <ListItemText primary={tPrint('print')} secondary={<CssText text={tPrint('printList')} />} />
        </MenuItem>
      </Menu>
    </>
  )
}
