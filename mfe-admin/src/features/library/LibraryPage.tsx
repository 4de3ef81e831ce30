import { maxLibraryFileBytes } from '@portal/contract/library-file'
import type { LibraryPacks } from '@portal/contract/library-file'
import { QueryResult, Row, Rows } from '@portal/shared-ui'
import { Alert, Box, Button, Checkbox, FormControlLabel, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { JsonFileButton } from '../../parts/JsonFileButton.tsx'
import { PageSection } from '../../parts/PageSection.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { packsQuery, useExport, usePreview, useSchemaDownload } from './library.queries.ts'
import { t } from './texts.ts'

function ExportSection() {
  const [hasSources, setHasSources] = useState(false)
  const file = useExport()
  const schema = useSchemaDownload()
  return (
    <PageSection heading={t('exportHeading')} text={t('exportText')}>
      <FormControlLabel
        label={t('withSources')}
        control={<Checkbox checked={hasSources} onChange={(_, checked) => setHasSources(checked)} />}
        sx={{ paddingBottom: 2 }}
      />
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" aria-busy={file.isPending} onClick={() => file.mutate(hasSources)}>
          {t('export')}
        </Button>
        <Button aria-busy={schema.isPending} onClick={() => schema.mutate()}>
          {t('schema')}
        </Button>
      </Box>
    </PageSection>
  )
}

/** The packs by name, each with its preview. */
function Packs({ onChoose }: { onChoose: (pack: LibraryPacks['packs'][number]) => void }) {
  return (
    <QueryResult query={useQuery(packsQuery)} loading={t('loading')} failed={t('packsFailed')}>
      {({ packs }) => (
        <Rows label={t('packs')}>
          {packs.map((pack) => (
            <Row key={pack.key} titleId={`pack-${pack.key}`} title={pack.name} facts={[pack.description]}>
              <Button
                variant="outlined"
                size="small"
                aria-label={t('previewPack', { name: pack.name })}
                onClick={() => onChoose(pack)}
              >
                {t('preview')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
    </QueryResult>
  )
}

/** The library of the office as one file: packs, import with a preview, and export. */
export default function LibraryPage() {
  const preview = usePreview(maxLibraryFileBytes)
  const { data: previewed, isPending, error } = preview
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <PageSection heading={t('importHeading')} text={t('importText')}>
        <Packs onChoose={(pack) => preview.mutate(pack)} />
        <Box sx={{ marginBlock: 3 }}>
          <JsonFileButton
            label={t('chooseFile')}
            isBusy={isPending}
            onFile={(file) => preview.mutate(file)}
          />
        </Box>
        {isPending && <Typography role="status">{t('previewing')}</Typography>}
        {error !== null && <Alert severity="error">{error.message}</Alert>}
        {previewed !== undefined && (
          <ImportPreview
            key={`${previewed.name} ${previewed.plan.seen}`}
            previewed={previewed}
            onClose={() => preview.reset()}
          />
        )}
      </PageSection>
      <ExportSection />
    </Box>
  )
}
