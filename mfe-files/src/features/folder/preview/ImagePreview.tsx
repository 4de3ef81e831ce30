import { useState } from 'react'
import { mdiImageBrokenVariant } from '@mdi/js'
import { Notice } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { t } from '../../../texts.ts'

/** An image, scaled to fit. An <img> runs no code of the file. */
export function ImagePreview({ url, name }: { url: string; name: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <Notice role="alert" icon={mdiImageBrokenVariant} title={t('previewFailed')} />
  return (
    <Box sx={{ height: '100%', display: 'grid', placeItems: 'center', padding: 3 }}>
      <Box
        component="img"
        src={url}
        alt={name}
        onError={() => setFailed(true)}
        sx={{ maxWidth: '100%', maxHeight: '100%', minHeight: 0, objectFit: 'contain' }}
      />
    </Box>
  )
}
