import type { Preview } from '@portal/contract'
import { ConfirmDialog, Row, Rows, formatDateTime } from '@portal/shared-ui'
import { Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { NoItems } from '../../../parts/LoadedList.tsx'
import { moduleName } from '../../../words/names.ts'
import { deployedQuery, endPreview } from './modules.queries.ts'
import { t } from './preview-texts.ts'
import { useDeploying, useWhyNotDeploy } from './use-deploying.ts'

interface PreviewRowProps {
  preview: Preview
  onEnd: () => void
}

function PreviewRow({ preview, onEnd }: PreviewRowProps) {
  const id = useId()
  const whyNot = useWhyNotDeploy(preview.name)
  return (
    <Row
      titleId={id}
      title={preview.branch}
      mark={<Typography component="span">{moduleName(preview.name)}</Typography>}
      facts={[
        preview.version,
        t('ownedBy', { owner: preview.owner }),
        t('until', { at: formatDateTime(preview.until) }),
        t('previewBy', { at: formatDateTime(preview.createdAt), by: preview.createdBy }),
        t(preview.forRoles ? 'forRoles' : 'forDeployers'),
      ]}
    >
      <Button size="small" variant="outlined" aria-describedby={id} href={preview.path} target="_blank">
        {t('openPreview')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-describedby={id}
        disabled={whyNot !== null}
        title={whyNot ?? undefined}
        onClick={onEnd}
      >
        {t('endPreview')}
      </Button>
    </Row>
  )
}

/** The branches that can be previewed: module, who made it, who may see it and until when. */
export function Previews() {
  const { data } = useQuery(deployedQuery())
  const [ending, setEnding] = useState<Preview | null>(null)
  const end = useDeploying(endPreview, { done: () => t('previewEnded'), failed: t('previewNotEnded') })
  if (data === undefined) return null
  return (
    <>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 2 }}>{t('previewsText')}</Typography>
      {data.previews.length === 0 ? (
        <NoItems text={t('noPreviews')} />
      ) : (
        <Rows label={t('previews')}>
          {data.previews.map((preview) => (
            <PreviewRow key={preview.pid} preview={preview} onEnd={() => setEnding(preview)} />
          ))}
        </Rows>
      )}
      {ending !== null && (
        <ConfirmDialog
          title={t('endTitle', { branch: ending.branch, name: moduleName(ending.name) })}
          text={t('endText')}
          yes={t('endPreview')}
          onNo={() => setEnding(null)}
          onYes={() => {
            setEnding(null)
            end.mutate(ending.pid)
          }}
        />
      )}
    </>
  )
}
