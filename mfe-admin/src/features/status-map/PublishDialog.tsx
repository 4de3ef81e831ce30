import { FormDialog } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useMutation } from '@portal/shared-ui/query'
import { useState } from 'react'
import { formatMapChange, statusLabel } from './format-map.ts'
import { NoteField } from '../../parts/NoteField.tsx'
import { useOvertaken } from '../../parts/use-overtaken.ts'
import { t } from './texts.ts'
import type { StatusMapEditing } from './use-status-map.ts'

const maxTold = 12

/** Shows the changes and the permits that would move before the draft is published. */
export function PublishDialog({ editing, onClose }: { editing: StatusMapEditing; onClose: () => void }) {
  const { settings, publish } = editing
  const publishing = useMutation({ mutationFn: publish })
  const [note, setNote] = useState('')
  const asked = { version: settings.version, isGone: settings.draft === null }
  const failure = useOvertaken(asked, publishing, t('conflict'), onClose)
  const { draft } = settings
  if (draft === null) return null
  const known = [...draft.statuses, ...settings.statuses]
  const more = draft.changes.length - maxTold
  return (
    <FormDialog
      title={t('publishTitle')}
      text={t('publishText')}
      action={t('publish')}
      isBusy={publishing.isPending}
      failure={failure}
      onSubmit={() => publishing.mutate(note, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Box component="ul" aria-label={t('permits')} sx={{ margin: 0, paddingInlineStart: 4 }}>
        {draft.affected.length === 0 && <li>{t('affectedNone')}</li>}
        {draft.affected.map(({ status, becomes, count }) => (
          <li key={status}>
            {status === becomes
              ? t('affectedPlace', { count, from: statusLabel(known, status) })
              : t('affected', { count, from: statusLabel(known, status), to: statusLabel(known, becomes) })}
          </li>
        ))}
      </Box>
      <div>
        <Typography variant="h4" component="h3">
          {t('changesTitle')}
        </Typography>
        <Box
          component="ul"
          aria-label={t('changesTitle')}
          sx={{ margin: 0, paddingInlineStart: 4, overflowWrap: 'anywhere' }}
        >
          {draft.changes.slice(0, maxTold).map((change) => (
            <li key={change.field}>{formatMapChange(known, change)}</li>
          ))}
          {more > 0 && <li>{t('more', { count: more })}</li>}
        </Box>
      </div>
      <NoteField label={t('note')} value={note} onChange={setNote} />
    </FormDialog>
  )
}
