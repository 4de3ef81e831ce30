import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isAdministrator, viewVisibilities } from '@portal/contract'
import type { View } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiTrashCanOutline } from '../../icons/paths.ts'
import { useShell } from '../../portal/shell-api.ts'
import { MenuFrame } from '../grid/menus/MenuFrame.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { noView } from '../page/table-state.ts'
import { viewsQuery } from './view-queries.ts'
import { t } from './texts.ts'
import { useStateToSave, useViewWrites } from './use-view-writes.ts'
import { ViewForm } from './ViewForm.tsx'
import { ViewRow } from './ViewRow.tsx'

const sections = ['readyMade', ...viewVisibilities] as const
const sectionOf = ({ isReadyMade, visibility }: View) => (isReadyMade === true ? 'readyMade' : visibility)

/** The saved views of a collection: choose one, keep the table as one, or bring a changed one back. */
export default function ViewsMenu() {
  const { collection, table, actor, closeMenu, hasOwnWidths, forget } = useRecordPage()
  const shell = useShell()
  const views = useQuery(viewsQuery(collection.name))
  const all = views.data ?? []
  const current = all.find(({ pid }) => pid === table.view)
  const hasDefault = all.some(({ isDefaultFor }) => isDefaultFor === actor.role)
  const toNone = () => table.setView(hasDefault ? noView : null)
  const choose = (go: () => void) => {
    go()
    closeMenu()
  }
  return (
    <MenuFrame
      width={380}
      foot={<SaveViews current={current} isChanged={table.isChanged || hasOwnWidths} forget={forget} />}
    >
      {views.isError && (
        <Box role="alert" sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          {t('failed')}
          <Button onClick={() => void views.refetch()}>{t('tryAgain')}</Button>
        </Box>
      )}
      <Button
        onClick={() => choose(toNone)}
        aria-current={current === undefined ? 'true' : undefined}
        sx={{
          justifyContent: 'flex-start',
          color: 'text.primary',
          fontWeight: current === undefined ? 600 : 450,
        }}
      >
        {t('allRecords')}
      </Button>
      {sections.map((section) => {
        const views = all.filter((view) => sectionOf(view) === section)
        return views.length === 0 ? null : (
          <section key={section} aria-label={t(section)}>
            <Typography variant="subtitle2" color="textSecondary">
              {t(section)}
            </Typography>
            {views.map((view) => (
              <ViewRow
                key={view.pid}
                view={view}
                isCurrent={view.pid === current?.pid}
                onChoose={() => choose(() => table.setView(view.pid))}
                onCopied={(pid) => table.setView(pid)}
                onDeleted={() => {
                  if (view.pid === table.view) table.setView(null)
                }}
              />
            ))}
          </section>
        )
      })}
      {views.isSuccess && all.every(({ isReadyMade }) => isReadyMade === true) && (
        <Typography color="textSecondary">{t('none')}</Typography>
      )}
      {isAdministrator(actor.role) && (
        <Button
          onClick={() => choose(() => shell.navigate(table.deletedAddress))}
          startIcon={<Icon path={mdiTrashCanOutline} size={16} />}
          sx={{
            justifyContent: 'flex-start',
            color: 'text.primary',
            fontWeight: 450,
            borderTop: 1,
            borderColor: 'divider',
            borderRadius: 0,
          }}
        >
          {t('deletedRecords')}
        </Button>
      )}
    </MenuFrame>
  )
}

/** `Save`, `Save as` and `Revert`: a changed view is kept, kept beside the old one, or brought back. */
function SaveViews({
  current,
  isChanged,
  forget,
}: {
  current: View | undefined
  isChanged: boolean
  forget: () => void
}) {
  const { table } = useRecordPage()
  const [isNaming, setNaming] = useState(false)
  const { create, patch, isBusy } = useViewWrites()
  const state = useStateToSave()
  if (isNaming) {
    return (
      <Box sx={{ flex: 1 }}>
        <ViewForm
          initial={{ name: '', visibility: 'mine', isDefaultFor: null }}
          isBusy={isBusy}
          onSave={(traits) => {
            const { isDefaultFor, ...others } = traits
            create.mutate(
              { ...state, ...others, ...(isDefaultFor !== null && { isDefaultFor }) },
              {
                onSuccess: ({ pid }) => {
                  setNaming(false)
                  table.setView(pid)
                },
              },
            )
          }}
          onCancel={() => setNaming(false)}
        />
      </Box>
    )
  }
  const isDirty = current !== undefined && isChanged
  const backToSaved = () => {
    forget()
    if (current !== undefined) table.setView(current.pid, { replace: true })
  }
  return (
    <>
      {isDirty && (
        <Typography role="status" sx={{ width: '100%' }}>
          {t('changed')}
        </Typography>
      )}
      {isDirty && current.mayChange && (
        <Button
          variant="contained"
          disabled={isBusy}
          onClick={() =>
            patch.mutate({ ...state, pid: current.pid, version: current.version }, { onSuccess: backToSaved })
          }
        >
          {t('save')}
        </Button>
      )}
      <Button variant="outlined" onClick={() => setNaming(true)}>
        {t('saveAs')}
      </Button>
      {isDirty && (
        <Button variant="outlined" onClick={backToSaved}>
          {t('revert')}
        </Button>
      )}
    </>
  )
}
