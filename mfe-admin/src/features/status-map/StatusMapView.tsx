import type { PermitStatus } from '@portal/contract'
import { ErrorPanel, LeaveGuard, SkeletonTable } from '@portal/shared-ui'
import { Box, Button, Stack, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { t as words } from '../../texts.ts'
import { DraftFooter } from '../../parts/DraftFooter.tsx'
import { DraftState } from '../../parts/DraftState.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { RemoveStatus } from './RemoveStatus.tsx'
import { StatusEditor } from './StatusEditor.tsx'
import { StatusMapPicture } from './StatusMapPicture.tsx'
import { StatusMapTable } from './StatusMapTable.tsx'
import { t } from './texts.ts'
import { useStatusMap } from './use-status-map.ts'
import type { StatusMapEditing } from './use-status-map.ts'
import { Versions } from './Versions.tsx'

const skeletonWidths = [200, 160, 120, 120]

/** The initial values of a new status. */
const blank = (order: number): PermitStatus => ({
  key: '',
  label: '',
  clientLabel: '',
  stage: 'PREPARATION',
  bucket: 'processing',
  court: 'OURS',
  colour: 'blue',
  icon: 'circle',
  order,
  slaDays: null,
  staleAfterDays: null,
  requires: [],
  notify: ['STAFF', 'CLIENT'],
  next: [],
  system: false,
  terminal: false,
  locksFields: false,
})

/** The active map, and the unpublished draft. */
function Head({
  editing,
  onNew,
  onPublish,
}: {
  editing: StatusMapEditing
  onNew: () => void
  onPublish: () => void
}) {
  const { settings, unsaved, isBusy, discardDraft } = editing
  const { draft } = settings
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <DraftState settings={settings} original={t('inForce0')} />
      </Box>
      {draft !== null && unsaved.length === 0 && (
        <>
          <Button variant="outlined" disabled={isBusy} onClick={discardDraft}>
            {t('discardDraft')}
          </Button>
          <Button variant="contained" onClick={onPublish}>
            {t('publish')}
          </Button>
        </>
      )}
      <Button variant="outlined" onClick={onNew}>
        {t('newStatus')}
      </Button>
    </Box>
  )
}

type Asking = { kind: 'edit' | 'remove'; status: PermitStatus } | { kind: 'publish' } | null

function Editing({ editing }: { editing: StatusMapEditing }) {
  const { settings, statuses, unsaved } = editing
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  return (
    <Stack spacing={5} sx={{ flex: 1 }}>
      <Head
        editing={editing}
        onNew={() =>
          setAsking({
            kind: 'edit',
            status: blank(statuses.filter(({ bucket }) => bucket === 'processing').length),
          })
        }
        onPublish={() => setAsking({ kind: 'publish' })}
      />
      <Typography variant="h2">{words('mapPicture')}</Typography>
      <StatusMapPicture statuses={statuses} />
      <Typography variant="h2">{words('mapTable')}</Typography>
      <StatusMapTable
        statuses={statuses}
        counts={settings.counts}
        onEdit={(status) => setAsking({ kind: 'edit', status })}
      />
      <Typography variant="h2">{t('versions')}</Typography>
      <Versions editing={editing} />
      <DraftFooter editing={editing} />
      {unsaved.length > 0 && <LeaveGuard onLeave={editing.forget} />}
      {asking?.kind === 'edit' && (
        <StatusEditor
          status={asking.status}
          statuses={statuses}
          onApply={(status) => {
            editing.put(status)
            close()
          }}
          onRemove={() => setAsking({ kind: 'remove', status: asking.status })}
          onClose={close}
        />
      )}
      {asking?.kind === 'remove' && (
        <RemoveStatus
          status={asking.status}
          statuses={statuses}
          count={settings.counts[asking.status.key] ?? 0}
          onRemove={(to) => {
            editing.remove(asking.status.key, to)
            close()
          }}
          onClose={close}
        />
      )}
      {asking?.kind === 'publish' && <PublishDialog editing={editing} onClose={close} />}
    </Stack>
  )
}

/** The permit status map: as a diagram, as a table with editable rows, and its versions. */
export function StatusMapView() {
  const { editing, error, retry } = useStatusMap()
  if (editing !== null) return <Editing editing={editing} />
  if (error !== null) return <ErrorPanel error={error} title={t('loadFailed')} onRetry={retry} />
  return (
    <Box role="status" aria-label={t('loading')}>
      <SkeletonTable widths={skeletonWidths} />
    </Box>
  )
}
