import { labelOfCode, screenLabel } from '@portal/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { SavedView, View } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiCheck, mdiContentCopy, mdiPencilOutline, mdiTrashCanOutline } from '../../icons/paths.ts'
import { WatchViewButton } from '../watching/WatchViewButton.tsx'
import { t } from './texts.ts'
import { useViewWrites } from './use-view-writes.ts'
import { ViewForm } from './ViewForm.tsx'

export interface ViewRowProps {
  view: View
  isCurrent: boolean
  onChoose: () => void
  onCopied: (pid: string) => void
  onDeleted: () => void
}

/** What a view shows, without what it is called and whose it is. */
function stateOf({
  collection,
  filters,
  match,
  sort,
  hide,
  group,
  order,
  widths,
}: View): Omit<SavedView, 'name'> {
  return { collection, filters, match, sort, hide, group, order, widths }
}

/**
 * A saved view: a click shows it; its owner, and administrators where it is shared, rename, share and delete
 * it.
 */
export function ViewRow({ view, isCurrent, onChoose, onCopied, onDeleted }: ViewRowProps) {
  const [doing, setDoing] = useState<'edit' | 'copy' | 'delete' | null>(null)
  const { create, patch, remove, isBusy } = useViewWrites()
  const { pid, version, name, visibility, isDefaultFor } = view
  const label = screenLabel(name)
  const close = () => setDoing(null)
  if (doing === 'edit') {
    return (
      <ViewForm
        initial={{ name, visibility, isDefaultFor }}
        isBusy={isBusy}
        onSave={(traits) => {
          // Who may not give a role its default does not touch it either.
          const { isDefaultFor: role, ...others } = traits
          patch.mutate(
            { pid, version, ...others, ...(role !== isDefaultFor && { isDefaultFor: role }) },
            { onSuccess: close },
          )
        }}
        onCancel={close}
      />
    )
  }
  if (doing === 'copy') {
    return (
      <ViewForm
        initial={{ name: t('copyOf', { name: label }), visibility: 'mine', isDefaultFor: null }}
        isBusy={isBusy}
        onSave={({ isDefaultFor: role, ...traits }) => {
          const sent = { ...stateOf(view), ...traits, ...(role !== null && { isDefaultFor: role }) }
          create.mutate(sent, {
            onSuccess: (made) => {
              close()
              onCopied(made.pid)
            },
          })
        }}
        onCancel={close}
      />
    )
  }
  if (doing === 'delete') {
    return (
      <Box
        role="alertdialog"
        aria-label={t('delete', { name: label })}
        sx={{ border: 1, borderColor: 'divider', borderRadius: 1, padding: 2, display: 'grid', gap: 2 }}
      >
        {t('deleteAsk', { name: label })}
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button
            variant="contained"
            color="error"
            disabled={isBusy}
            onClick={() => remove.mutate(pid, { onSuccess: onDeleted })}
          >
            {t('deleteNow')}
          </Button>
          <Button variant="outlined" autoFocus onClick={close}>
            {t('cancel')}
          </Button>
        </Box>
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Button
        onClick={onChoose}
        aria-current={isCurrent ? 'true' : undefined}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'flex-start',
          color: 'text.primary',
          fontWeight: isCurrent ? 600 : 450,
        }}
        startIcon={
          <Box sx={{ width: 16, display: 'flex' }}>{isCurrent && <Icon path={mdiCheck} size={16} />}</Box>
        }
        {...(isDefaultFor !== null && {
          'aria-description': t('defaultOf', { role: screenLabel(labelOfCode(isDefaultFor)) }),
          title: t('defaultOf', { role: screenLabel(labelOfCode(isDefaultFor)) }),
        })}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      </Button>
      <WatchViewButton pid={pid} name={label} />
      {view.isReadyMade === true && (
        <IconButton
          aria-label={t('copy', { name: label })}
          title={t('copy', { name: label })}
          onClick={() => setDoing('copy')}
        >
          <Icon path={mdiContentCopy} size={16} />
        </IconButton>
      )}
      {view.mayChange && (
        <>
          <IconButton aria-label={t('edit', { name: label })} onClick={() => setDoing('edit')}>
            <Icon path={mdiPencilOutline} size={16} />
          </IconButton>
          <IconButton aria-label={t('delete', { name: label })} onClick={() => setDoing('delete')}>
            <Icon path={mdiTrashCanOutline} size={16} />
          </IconButton>
        </>
      )}
    </Box>
  )
}
