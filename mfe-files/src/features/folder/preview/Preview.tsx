import { useId } from 'react'
import {
  mdiChevronLeft,
  mdiChevronRight,
  mdiClose,
  mdiDownload,
  mdiFileHidden,
  mdiFileOutline,
  mdiShieldAlertOutline,
} from '@mdi/js'
import { fileContentUrl } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { Icon, Notice, PdfPages, formatDateTime, formatSize, useShell } from '@portal/shared-ui'
import { Box, Button, Dialog, IconButton, Typography, useMediaQuery } from '@portal/shared-ui/mui'
import { t } from '../../../texts.ts'
import { useFileBrowser } from '../file-browser-context.ts'
import { ImagePreview } from './ImagePreview.tsx'
import { maxBytes, previewKind } from './preview-kind.ts'
import { TextPreview } from './TextPreview.tsx'

export interface PreviewProps {
  file: FileRecord
  /** The files of the folder in order, for the previous and next buttons. */
  files: readonly FileRecord[]
}

function Content({ file }: { file: FileRecord }) {
  const url = fileContentUrl(file.pid)
  if (file.scanned === 'infected')
    return <Notice icon={mdiShieldAlertOutline} title={t('blockedTitle')} text={t('scan_infectedHint')} />
  if (file.size === 0) return <Notice icon={mdiFileOutline} title={t('emptyFile')} />
  const kind = file.size > maxBytes ? 'none' : previewKind(file.mimeType)
  switch (kind) {
    case 'image':
      return <ImagePreview url={url} name={file.name} />
    case 'pdf':
      return <PdfPages url={url} label={file.name} />
    case 'text':
      return <TextPreview url={url} size={file.size} name={file.name} />
    case 'none':
      return <Notice icon={mdiFileHidden} title={t(file.size > maxBytes ? 'tooLarge' : 'noPreview')} />
  }
}

/** Downloads the file; on a phone only the icon, so that Close stays in its corner. */
function Download({ file: { pid, name }, isNarrow }: { file: FileRecord; isNarrow: boolean }) {
  const link = {
    component: 'a',
    href: fileContentUrl(pid),
    download: name,
    'aria-label': t('download', { name }),
  } as const
  if (isNarrow) {
    return (
      <IconButton {...link} title={t('downloadShort')}>
        <Icon path={mdiDownload} />
      </IconButton>
    )
  }
  return (
    <Button {...link} variant="outlined" startIcon={<Icon path={mdiDownload} size={18} />}>
      {t('downloadShort')}
    </Button>
  )
}

/**
 * The preview of a file over its folder. Its address contains the file, so that it can be shared, and Back
 * closes it.
 */
export function Preview({ file, files }: PreviewProps) {
  const titleId = useId()
  const shell = useShell()
  const room = useFileBrowser()
  const isNarrow = useMediaQuery('(max-width: 900px)', { noSsr: true })
  const index = files.findIndex(({ pid }) => pid === file.pid)
  const [previous, next] = [files[index - 1], files[index + 1]]
  const go = (to: FileRecord | undefined) => to && shell.navigate(room.addressOf({ file: to.pid }))
  const close = () => shell.navigate(room.addressOf({ file: null }))
  const isScrolling = previewKind(file.mimeType) !== 'image'
  return (
    <Dialog
      open
      fullWidth
      maxWidth="lg"
      fullScreen={isNarrow}
      aria-labelledby={titleId}
      onClose={close}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') go(previous)
        if (event.key === 'ArrowRight') go(next)
      }}
      slotProps={{ paper: { sx: { height: isNarrow ? '100%' : 'calc(100% - 64px)' } } }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          paddingInline: 4,
          paddingBlock: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: '1 1 140px', minWidth: 0 }}>
          <Typography
            id={titleId}
            component="h2"
            variant="h3"
            title={file.name}
            sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            <bdi>{file.name}</bdi>
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {[
              formatSize(file.size),
              formatDateTime(file.updatedAt),
              file.updatedBy?.title ?? '',
              file.scanned === undefined ? '' : t(`scan_${file.scanned}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Box>
        <IconButton
          aria-label={t('previous')}
          title={t('previous')}
          aria-disabled={previous === undefined}
          onClick={() => go(previous)}
        >
          <Icon path={mdiChevronLeft} />
        </IconButton>
        <IconButton
          aria-label={t('next')}
          title={t('next')}
          aria-disabled={next === undefined}
          onClick={() => go(next)}
        >
          <Icon path={mdiChevronRight} />
        </IconButton>
        {file.scanned !== 'infected' && <Download file={file} isNarrow={isNarrow} />}
        <IconButton aria-label={t('close')} title={t('close')} onClick={close}>
          <Icon path={mdiClose} />
        </IconButton>
      </Box>
      <Box
        key={file.pid}
        {...(isScrolling && { tabIndex: 0, role: 'group', 'aria-label': file.name })}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', backgroundColor: 'portal.page' }}
      >
        <Content file={file} />
      </Box>
    </Dialog>
  )
}
