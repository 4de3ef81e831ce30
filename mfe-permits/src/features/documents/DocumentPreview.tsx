import { fileContentUrl, servedMimeType } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { PdfPages } from '@portal/shared-ui'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  useMediaQuery,
} from '@portal/shared-ui/mui'
import { useId } from 'react'
import { t } from './texts.ts'

/** Larger files can only be downloaded. */
const maxPreviewBytes = 100_000_000

interface DocumentPreviewProps {
  file: FileRecord
  onClose: () => void
}

function Content({ file }: { file: FileRecord }) {
  const url = fileContentUrl(file.pid)
  const served = servedMimeType(file.mimeType)
  const isShown = file.size > 0 && file.size <= maxPreviewBytes
  if (isShown && served === 'application/pdf') return <PdfPages url={url} label={file.name} />
  if (isShown && /^image\/(png|jpeg|gif|webp)$/.test(served))
    return <Box component="img" src={url} alt={file.name} sx={{ maxWidth: '100%' }} />
  return <Box sx={{ color: 'text.secondary' }}>{t('noPreview')}</Box>
}

/** Preview of a document's file, shown over the tab. */
export function DocumentPreview({ file, onClose }: DocumentPreviewProps) {
  const id = useId()
  const isNarrow = useMediaQuery('(max-width: 900px)', { noSsr: true })
  return (
    <Dialog open fullWidth maxWidth="lg" fullScreen={isNarrow} aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{file.name}</bdi>
      </DialogTitle>
      <DialogContent tabIndex={0}>
        <Content file={file} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" component="a" href={fileContentUrl(file.pid)} download={file.name}>
          {t('open')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
