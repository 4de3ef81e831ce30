import { mdiTrashCanOutline } from '@mdi/js'
import type { CollectionName, ColumnConfig, FieldUse } from '@portal/contract'
import { ConfirmDialog, Icon } from '@portal/shared-ui'
import { Alert, Box, IconButton } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { fieldUseQuery, useRemoval } from './added-fields.queries.ts'
import { t } from './texts.ts'

export interface RemoveFieldProps {
  collection: CollectionName
  column: ColumnConfig
  /** Whether there are unsaved settings. Removing a field changes the configuration they are based on. */
  isUnsaved: boolean
}

function Uses({ use: { records, views, otherViews } }: { use: FieldUse }) {
  return (
    <Box component="ul" sx={{ margin: 0, paddingInlineStart: 5 }}>
      <li>{t('records', { count: records })}</li>
      {views.length > 0 && <li>{t('views', { views: views.join(', ') })}</li>}
      {otherViews > 0 && <li>{t('otherViews', { count: otherViews })}</li>}
    </Box>
  )
}

function Question({
  collection,
  column,
  onClose,
}: Omit<RemoveFieldProps, 'isUnsaved'> & { onClose: () => void }) {
  const use = useQuery(fieldUseQuery(collection, column.name))
  const removal = useRemoval(collection, onClose)
  return (
    <ConfirmDialog
      title={t('removeTitle', { column: column.label })}
      text={t('removeText')}
      yes={t('yes')}
      onYes={() => {
        if (!removal.isPending) removal.mutate(column.name)
      }}
      onNo={onClose}
    >
      <Box sx={{ paddingTop: 3 }} aria-live="polite">
        {use.isPending && t('counting')}
        {use.isError && <Alert severity="warning">{t('countFailed')}</Alert>}
        {use.data !== undefined && <Uses use={use.data} />}
      </Box>
    </ConfirmDialog>
  )
}

/** Removes an added field, after a confirmation that lists what uses it. */
export function RemoveField({ collection, column, isUnsaved }: RemoveFieldProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('remove', { column: column.label })}
        title={isUnsaved ? t('unsaved') : t('remove', { column: column.label })}
        aria-disabled={isUnsaved}
        sx={isUnsaved ? { color: 'text.disabled', cursor: 'not-allowed' } : {}}
        onClick={() => {
          if (!isUnsaved) setAsking(true)
        }}
      >
        <Icon path={mdiTrashCanOutline} size={16} />
      </IconButton>
      {isAsking && <Question collection={collection} column={column} onClose={() => setAsking(false)} />}
    </>
  )
}
