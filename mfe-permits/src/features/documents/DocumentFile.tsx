import { fileContentUrl } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { formatDateTime, formatSize } from '@portal/shared-ui'
import { Box, Button, MuiLink } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { DocumentPreview } from './DocumentPreview.tsx'
import { t } from './texts.ts'

export interface DocumentFileProps {
  /** Name of the document. */
  document: string
  file: FileRecord
  version: number | null
}

/**
 * The file of a document: name, version, size, upload time, author and scan result, with preview and
 * download.
 */
export function DocumentFile({ document, file, version }: DocumentFileProps) {
  const [isShown, setShown] = useState(false)
  const isBlocked = file.scanned === 'infected'
  const facts = [
    version !== null && t('version', { version }),
    formatSize(file.size),
    formatDateTime(file.createdAt ?? file.updatedAt),
    file.createdBy?.title,
    file.scanned !== undefined && t(`scan_${file.scanned}`),
  ]
  return (
    <Box sx={{ paddingTop: 1, minWidth: 0 }}>
      <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        <bdi>{file.name}</bdi>
      </Box>
      <Box sx={{ color: isBlocked ? 'error.main' : 'text.secondary' }}>
        {facts.filter(Boolean).join(' · ')}
      </Box>
      {!isBlocked && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
          <Button size="small" aria-label={t('previewOf', { document })} onClick={() => setShown(true)}>
            {t('preview')}
          </Button>
          <MuiLink
            href={fileContentUrl(file.pid)}
            download={file.name}
            aria-label={t('openFile', { document })}
          >
            {t('open')}
          </MuiLink>
        </Box>
      )}
      {isShown && <DocumentPreview file={file} onClose={() => setShown(false)} />}
    </Box>
  )
}
