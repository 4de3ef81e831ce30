import { ErrorPanel, formatSize } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../../texts.ts'
import { decodeText } from './decode-text.ts'
import { textBytes } from './preview-kind.ts'

/** Reads the beginning of a text file. Throws when the download fails. */
async function readText(url: string, size: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    signal,
    headers: size > textBytes ? { range: `bytes=0-${textBytes - 1}` } : {},
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return decodeText(new Uint8Array(await response.arrayBuffer()))
}

/** A text file as plain text: nothing in it becomes markup. */
export function TextPreview({ url, size, name }: { url: string; size: number; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['file-text', url],
    queryFn: ({ signal }) => readText(url, size, signal),
  })
  if (error !== null)
    return <ErrorPanel error={error} title={t('previewFailed')} onRetry={() => void refetch()} />
  if (data === undefined)
    return <Typography sx={{ padding: 4, color: 'text.secondary' }}>{t('loadingPreview')}</Typography>
  return (
    <Box sx={{ padding: 4 }}>
      {size > textBytes && (
        <Typography sx={{ color: 'text.secondary', paddingBottom: 2 }}>
          {t('previewCut', { size: formatSize(textBytes) })}
        </Typography>
      )}
      <Box
        component="pre"
        aria-label={name}
        sx={{
          margin: 0,
          fontFamily: 'ui-monospace, monospace',
          fontSize: 'body1.fontSize',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {data}
      </Box>
    </Box>
  )
}
