import { downloadAfterProof, exportNeedsProof, useShell } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import type { MouseEvent } from 'react'
import { t } from './texts.ts'
import type { AuditNarrowing } from './users.queries.ts'

interface AuditExportProps {
  narrowing: AuditNarrowing
  /** Number of entries in the export; undefined until known. */
  count: number | undefined
}

/**
 * Exports the filtered entries as a file: a plain download link. A large export asks for recent
 * authentication first.
 */
export function AuditExport({ narrowing, count }: AuditExportProps) {
  const shell = useShell()
  const query = new URLSearchParams(narrowing).toString()
  const url = `/api/auth/audit/export${query === '' ? '' : `?${query}`}`
  const start = (event: MouseEvent) => {
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
  return (
    <Button
      variant="outlined"
      component="a"
      href={url}
      download
      onClick={start}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {t('exportAudit')}
    </Button>
  )
}
