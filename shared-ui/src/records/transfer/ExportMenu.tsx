import Box from '@mui/material/Box'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import type { MouseEvent } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { mdiCheck } from '../../icons/paths.ts'
import { useShell } from '../../portal/shell-api.ts'
import { t as tPrint } from '../../print/texts.ts'
import { CssText } from '../grid/CssText.tsx'
import { isRemoteColumn } from '../grid/table-columns.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import { downloadAfterProof, exportNeedsProof, exportUrl } from './export-url.ts'
import { t as tRecords } from '../texts.ts'
import { t } from './texts.ts'

const formats = [
  { format: 'csv', label: () => t('exportCsv'), hint: () => t('exportCsvHint') },
  { format: 'xlsx', label: () => t('exportXlsx'), hint: () => t('exportXlsxHint') },
] as const

export interface ExportMenuProps {
  open: boolean
  anchor: HTMLElement | null
  onClose: () => void
}

/**
 * The formats of an export. The items are plain links, so the browser downloads while the server writes. A
 * large export requires recent authentication before it starts, because a link cannot ask for it.
 */
export default function ExportMenu({ open, anchor, onClose }: ExportMenuProps) {
  const { collection, list, columns, tableColumns, count } = useRecordPage()
  const [asCodes, setAsCodes] = useState(false)
  const hintId = useId()
  const shell = useShell()
  const start = (event: MouseEvent, url: string) => {
    onClose()
    if (!exportNeedsProof(count ?? undefined)) return
    event.preventDefault()
    downloadAfterProof(url).catch((error: unknown) =>
      shell.toast({
        title: t('notExported'),
        description: error instanceof Error ? error.message : '',
        colour: 'red',
      }),
    )
  }
  const leftOut = tableColumns.filter(isRemoteColumn).map(({ label }) => label)
  const sentences = [
    ...(count === undefined || count === null ? [] : [t('exportWhat', { count })]),
    // The server writes the file, and knows nothing of what remotes show.
    ...(leftOut.length === 0 ? [] : [t('exportLeavesOut', { names: leftOut.join(', ') })]),
  ]
  const what = sentences.length === 0 ? null : sentences.join('. ')
  return (
    <Menu
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'region', 'aria-label': tRecords('export') },
        list: { 'aria-label': tRecords('export'), ...(what !== null && { 'aria-description': what }) },
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
          {sentences.map((sentence) => (
            <Box key={sentence} sx={{ '& + &': { marginTop: 1 } }}>
              <CssText text={sentence} />
            </Box>
          ))}
        </Box>
      )}
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={asCodes}
        aria-describedby={hintId}
        onClick={() => setAsCodes(!asCodes)}
      >
        <Box sx={{ width: 20, flex: 'none', marginInlineEnd: 2 }}>{asCodes && <Icon path={mdiCheck} />}</Box>
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
          onClose()
          setTimeout(() => window.print())
        }}
      >
        <ListItemText primary={tPrint('print')} secondary={<CssText text={tPrint('printList')} />} />
      </MenuItem>
    </Menu>
  )
}
