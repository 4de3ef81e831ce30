import type { FileRecord, SharedRoot } from '@portal/contract'
import { fileContentUrl } from '@portal/contract'
import { Icon, sizes } from '@portal/shared-ui'
import { Box, MuiLink, Table, TableBody, TableCell, TableHead, TableRow, styled } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { folderPath } from '../../paths.ts'
import { t } from '../../texts.ts'
import { fileIcon } from './file-icons.ts'
import { folderColumns, inShort } from './folder-columns.ts'
import { isFolder } from './folder.queries.ts'

const Cell = styled(TableCell)(({ theme }) => ({
  height: sizes.row,
  paddingBlock: 4,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // On a phone the name's cell tells the rest.
  '&[data-part=detail]': { [theme.breakpoints.down('md')]: { display: 'none' } },
}))

const Row = styled(TableRow)(({ theme }) => ({
  position: 'relative',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  // The link in the first cell reaches over its whole row; the ring is drawn around the row, where nothing cuts it off.
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
}))

const nameStyle = { overflow: 'hidden', textOverflow: 'ellipsis', color: 'text.primary', fontWeight: 550 } as const

/** The name opens a folder or saves a file; the whole row does the same. */
function NameLink({ root, record }: { root: SharedRoot; record: FileRecord }) {
  const name = <bdi>{record.name}</bdi>
  if (isFolder(record)) {
    return (
      <MuiLink component={Link} to={folderPath(root, record.pid)} title={record.name} sx={nameStyle}>
        {name}
      </MuiLink>
    )
  }
  return (
    <MuiLink
      href={fileContentUrl(record.pid)}
      download={record.name}
      aria-label={t('download', { name: record.name })}
      title={record.name}
      sx={nameStyle}
    >
      {name}
    </MuiLink>
  )
}

export interface FolderTableProps {
  label: string
  root: SharedRoot
  records: readonly FileRecord[]
  isClient: boolean
  /** Still the folder before: drawn paler until the new one is there. */
  isStale: boolean
}

/** A folder as a table of names, sizes, days and people. */
export function FolderTable({ label, root, records, isClient, isStale }: FolderTableProps) {
  const columns = folderColumns(root, isClient)
  return (
    <Table aria-label={label} aria-busy={isStale} sx={{ tableLayout: 'fixed', opacity: isStale ? 0.6 : 1, borderTop: 1, borderColor: 'divider' }}>
      <TableHead>
        <TableRow>
          <Cell component="th" scope="col">
            {t('name')}
          </Cell>
          {columns.map(({ key, width, align }) => (
            <Cell key={key} data-part="detail" component="th" scope="col" align={align ?? 'left'} sx={{ width }}>
              {t(key)}
            </Cell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {records.map((record) => (
          <Row key={record.pid}>
            <Cell component="th" scope="row">
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, minWidth: 0 }}>
                <Box component="span" sx={{ display: 'flex', color: isFolder(record) ? 'primary.main' : 'text.secondary' }}>
                  <Icon path={fileIcon(record.mimeType)} />
                </Box>
                <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, paddingBlock: { xs: 1, md: 0 } }}>
                  <NameLink root={root} record={record} />
                  <Box
                    component="span"
                    sx={{
                      display: { xs: 'block', md: 'none' },
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      color: 'text.secondary',
                      fontSize: 'caption.fontSize',
                      fontWeight: 400,
                    }}
                  >
                    {inShort(record, columns)}
                  </Box>
                </Box>
              </Box>
            </Cell>
            {columns.map((column) => (
              <Cell key={column.key} data-part="detail" align={column.align ?? 'left'} title={column.hint?.(record)} sx={{ color: 'text.secondary' }}>
                {column.text(record)}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
