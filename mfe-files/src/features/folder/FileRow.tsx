import type { FileRecord } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Box, Checkbox, TableRow, styled } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useActs } from './acts.ts'
import { Cell } from './Cell.tsx'
import { fileIcon } from './file-icons.ts'
import { inShort } from './folder-columns.ts'
import type { FolderColumn } from './folder-columns.ts'
import { isFolder } from './folder.queries.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useRoom } from './room.ts'

const Row = styled(TableRow)(({ theme }) => ({
  position: 'relative',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[data-selected=true]': { backgroundColor: theme.vars.palette.portal.primarySoft.main },
  // The link in the name's cell reaches over its whole row; the ring is drawn around the row, where nothing cuts it off.
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  // What can be pressed besides lies over the link.
  '& [data-part=check], & [data-part=menu]': { position: 'relative', zIndex: 1 },
}))

export interface FileRowProps {
  record: FileRecord
  columns: readonly FolderColumn[]
  isSelected: boolean
}

/** The name opens a folder or shows a file; the whole row does the same. */
export function FileRow({ record, columns, isSelected }: FileRowProps) {
  const room = useRoom()
  const acts = useActs()
  const quiet = isSelected ? 'portal.primarySoft.text' : 'text.secondary'
  return (
    <Row data-selected={isSelected} data-pid={record.pid}>
      <Cell component="td" data-part="check">
        <Checkbox
          size="small"
          checked={isSelected}
          onChange={() => acts.toggle(record.pid)}
          input={{ 'aria-label': t('select', { name: record.name }) }}
        />
      </Cell>
      <Cell component="th" scope="row">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, minWidth: 0 }}>
          <Box component="span" sx={{ display: 'flex', color: isFolder(record) ? 'primary.main' : 'text.secondary' }}>
            <Icon path={fileIcon(record.mimeType)} />
          </Box>
          <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, '@container (max-width: 720px)': { paddingBlock: 1 } }}>
            <PlaceLink
              to={isFolder(record) ? { folder: record.pid } : { file: record.pid }}
              title={record.name}
              sx={{ overflow: 'hidden', textOverflow: 'ellipsis', color: 'text.primary', fontWeight: 550 }}
            >
              <bdi>{record.name}</bdi>
            </PlaceLink>
            <Box
              component="span"
              sx={{
                display: 'none',
                '@container (max-width: 720px)': { display: 'block' },
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                color: quiet,
                fontSize: 'caption.fontSize',
                fontWeight: 400,
              }}
            >
              {inShort(record, columns, room)}
            </Box>
          </Box>
        </Box>
      </Cell>
      {columns.map((column) => (
        <Cell key={column.key} data-part="detail" align={column.align ?? 'left'} title={column.hint?.(record)} sx={{ color: quiet }}>
          {column.text(record)}
        </Cell>
      ))}
      <Cell component="td" data-part="menu">
        <RowMenu record={record} />
      </Cell>
    </Row>
  )
}
