import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Fragment, useState } from 'react'
import { fieldLabel, findField, screenLabel } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { ValueOrEmpty } from '../edit/ValueOrEmpty.tsx'
import type { BulkDialogOf } from './bulk-calls.ts'
import { BulkDialog, Checking, PreviewText, Trouble } from './BulkSteps.tsx'
import { t } from './texts.ts'
import { patchOf, UpdateForm, writableFields } from './UpdateForm.tsx'
import type { Change } from './UpdateForm.tsx'
import { useBulkRun } from './use-bulk-run.ts'

/** Sets fields of the selected records to the same values: choose, preview, apply. */
export default function UpdateDialog({
  collection,
  actor,
  selection,
  count,
  onDone,
  onClose,
}: BulkDialogOf & { actor: Actor }) {
  const [changes, setChanges] = useState<Change[]>([{ key: 0, name: '', value: null }])
  const bulk = useBulkRun(collection, selection, { onDone, onClose })
  const { preview, run } = bulk
  const action = { kind: 'update', patch: patchOf(changes) } as const
  const around = {
    collection,
    title: t('updateTitle', { count }),
    bulk,
    did: (updated: number) => t('didUpdate', { count: updated }),
    onClose,
  }
  if (preview.isSuccess) {
    const { changed } = preview.data
    const back = () => {
      preview.reset()
      run.reset()
    }
    return (
      <BulkDialog
        {...around}
        buttons={
          <>
            <Button onClick={back}>{t('back')}</Button>
            {changed > 0 && (
              <Button variant="contained" onClick={() => run.mutate(action)}>
                {t('update', { count: changed })}
              </Button>
            )}
          </>
        }
      >
        <PreviewText
          collection={collection}
          sentence={t('willUpdate', { count: changed })}
          outcome={preview.data}
        />
        {changes.map(({ key, name }) => {
          const warning = findField(collection, name)?.changeWarning
          return warning === undefined ? null : (
            <Alert key={key} severity="warning">
              {screenLabel(warning)}
            </Alert>
          )
        })}
        <Changes collection={collection} changes={changes} />
      </BulkDialog>
    )
  }
  const hasChange = Object.keys(action.patch).length > 0
  return (
    <BulkDialog
      {...around}
      buttons={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="contained"
            disabled={!hasChange || preview.isPending}
            onClick={() => preview.mutate(action)}
          >
            {t('preview')}
          </Button>
        </>
      }
    >
      <UpdateForm fields={writableFields(collection, actor)} changes={changes} onChange={setChanges} />
      {preview.isPending && <Checking />}
      {preview.error !== null && <Trouble error={preview.error} />}
    </BulkDialog>
  )
}

/** The new value of each changed field. */
function Changes({ collection, changes }: { collection: Declaration; changes: readonly Change[] }) {
  const shown = changes.filter(({ name }) => name !== '')
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto 1fr',
        columnGap: 4,
        rowGap: 1,
        margin: 0,
        alignItems: 'center',
      }}
    >
      {shown.map(({ key, name, value }) => {
        const declared = findField(collection, name)
        return (
          <Fragment key={key}>
            <Typography component="dt" sx={{ color: 'text.secondary' }}>
              {fieldLabel(name, declared)}
            </Typography>
            <Box component="dd" sx={{ margin: 0, minWidth: 0 }}>
              <ValueOrEmpty declared={declared} value={value} />
            </Box>
          </Fragment>
        )
      })}
    </Box>
  )
}
