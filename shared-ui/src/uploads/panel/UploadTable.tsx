import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import { Icon } from '../../icons/Icon.tsx'
import {
  mdiAlertOutline,
  mdiCheck,
  mdiClockOutline,
  mdiPackageVariantClosed,
  mdiSendOutline,
} from '../../icons/paths.ts'
import { visuallyHidden } from '../../theme/visually-hidden.ts'
import { fileCaption, folderCaption, inPanelOrder, maxRows, percentOf } from './panel-rows.ts'
import { t } from '../texts.ts'
import type { FileUpload, FolderUpload, UploadsState } from '../upload-state.ts'

export interface UploadTableProps {
  uploads: UploadsState
  onCancel: (id: string) => void
  onRetry: (id: string) => void
  onSafeName: (id: string) => void
  /** Asks for the files, or the folder, whose upload was broken off. */
  onChooseAgain: (kind: 'files' | 'folder') => void
}

const Table = styled('table')({ width: '100%', borderCollapse: 'collapse' })
const Cell = styled('td')(({ theme }) => ({
  padding: '6px 8px 6px 12px',
  verticalAlign: 'middle',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  // Names take what the buttons leave, and are cut rather than widen the panel.
  '&[data-part=name]': { width: '100%', maxWidth: 0 },
  '&[data-part=actions]': { paddingInlineStart: 0, textAlign: 'end', whiteSpace: 'nowrap' },
}))

interface RowProps extends Omit<UploadTableProps, 'uploads'> {
  upload: FileUpload | FolderUpload
  icon: string
  caption: string
  canRetry: boolean
  /** A file within a folder upload stands a step to the right. */
  isInner?: boolean
}

/** One file or one folder: its name, how far it is, and what can be done about it. */
function UploadRow({
  upload,
  icon,
  caption,
  canRetry,
  isInner = false,
  onCancel,
  onRetry,
  onSafeName,
  onChooseAgain,
}: RowProps) {
  const { id, name, state, loaded, size, isInterrupted } = upload
  const colour = state === 'Failed' ? 'error.main' : state === 'Uploaded' ? 'success.main' : 'text.secondary'
  return (
    <tr>
      <Cell data-part="name">
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', paddingInlineStart: isInner ? 5 : 0 }}>
          <Box component="span" sx={{ display: 'flex', color: colour, paddingTop: 0.25 }}>
            <Icon path={icon} size={18} />
          </Box>
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Box
              title={name}
              sx={{
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
                fontWeight: isInner ? 400 : 550,
              }}
            >
              <bdi>{name}</bdi>
            </Box>
            <Box
              sx={{
                fontSize: 'caption.fontSize',
                color: state === 'Failed' ? 'error.main' : 'text.secondary',
              }}
            >
              {caption}
            </Box>
            {'safeName' in upload && upload.safeName !== null && (
              <Button
                size="small"
                sx={{ marginInlineStart: -2, textAlign: 'start', overflowWrap: 'anywhere' }}
                onClick={() => onSafeName(id)}
              >
                {t('useSafeName', { name: upload.safeName })}
              </Button>
            )}
            {state === 'Uploading' && (
              <LinearProgress
                aria-label={name}
                variant="determinate"
                value={percentOf(loaded, size)}
                sx={{ height: 3, marginTop: 1 }}
              />
            )}
          </Box>
        </Box>
      </Cell>
      <Cell data-part="actions">
        {state === 'Failed' && isInterrupted && !isInner && (
          <Button
            size="small"
            aria-label={t('chooseAgainNamed', { name })}
            onClick={() => onChooseAgain('fileCount' in upload ? 'folder' : 'files')}
          >
            {t('chooseAgain')}
          </Button>
        )}
        {state === 'Failed' && canRetry && !isInterrupted && (
          <Button size="small" aria-label={t('retryNamed', { name })} onClick={() => onRetry(id)}>
            {t('retry')}
          </Button>
        )}
        {state !== 'Uploaded' && (
          <Button
            size="small"
            color="secondary"
            aria-label={t(state === 'Failed' ? 'dismissNamed' : 'cancelNamed', { name })}
            onClick={() => onCancel(id)}
          >
            {t(state === 'Failed' ? 'dismiss' : 'cancel')}
          </Button>
        )}
      </Cell>
    </tr>
  )
}

const fileIcon = ({ state, step }: FileUpload) =>
  state === 'Failed'
    ? mdiAlertOutline
    : state === 'Uploaded'
      ? mdiCheck
      : step === 'waiting'
        ? mdiClockOutline
        : mdiSendOutline

/**
 * Files of one kind, failures on top; beyond a screenful they are counted, since folders come with thousands.
 */
function FileRows({
  files,
  isInner,
  ...acts
}: Omit<UploadTableProps, 'uploads'> & { files: readonly FileUpload[]; isInner: boolean }) {
  const shown = inPanelOrder(files).slice(0, maxRows)
  return (
    <>
      {shown.map((file) => (
        <UploadRow
          key={file.id}
          upload={file}
          icon={fileIcon(file)}
          caption={fileCaption(file)}
          canRetry={file.canRetry}
          isInner={isInner}
          {...acts}
        />
      ))}
      {files.length > shown.length && (
        <tr>
          <Cell colSpan={2} sx={{ color: 'text.secondary', textAlign: 'center' }}>
            {t('more', { count: files.length - shown.length })}
          </Cell>
        </tr>
      )}
    </>
  )
}

/** A row for every file and folder on its way; what failed stands first. */
export function UploadTable({ uploads: { files, folders }, ...acts }: UploadTableProps) {
  const byFolder = Map.groupBy(files, ({ folderId }) => folderId)
  return (
    <Table>
      <Box component="thead" sx={visuallyHidden}>
        <tr>
          <th scope="col">{t('file')}</th>
          <th scope="col">{t('actions')}</th>
        </tr>
      </Box>
      <tbody>
        <FileRows files={byFolder.get(null) ?? []} isInner={false} {...acts} />
      </tbody>
      {folders.map((folder) => {
        const inner = byFolder.get(folder.id) ?? []
        const icon =
          folder.state === 'Failed'
            ? mdiAlertOutline
            : folder.state === 'Uploaded'
              ? mdiCheck
              : mdiPackageVariantClosed
        return (
          <tbody key={folder.id}>
            <UploadRow
              upload={folder}
              icon={icon}
              caption={folderCaption(folder, inner)}
              canRetry
              {...acts}
            />
            <FileRows files={inner} isInner {...acts} />
          </tbody>
        )
      })}
    </Table>
  )
}
