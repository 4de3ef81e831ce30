import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../icons/Icon.tsx'
import { mdiChevronDown, mdiChevronUp } from '../../icons/paths.ts'
import { useMenuOpen } from '../../layout/menu-open.ts'
import { useBodyContainer } from '../../layout/body-container.ts'
import { useShell } from '../../portal/shell-api.ts'
import { visuallyHidden } from '../../theme/visually-hidden.ts'
import type { LocalFiles } from '../folder-tree.ts'
import { announcement, percentOf, totalLine } from './panel-rows.ts'
import { t } from '../texts.ts'
import type { UploadEngine } from '../engine/upload-engine.ts'
import { uploadsAtom } from '../upload-state.ts'
import { uploadEngine } from '../uploads.ts'
import { PickerInputs } from '../PickerInputs.tsx'
import { SkippedList } from './SkippedList.tsx'
import { UploadTable } from './UploadTable.tsx'

const cardStyle = {
  border: 1,
  borderColor: 'portal.hairline',
  borderRadius: 1,
  backgroundColor: 'portal.raised',
  color: 'text.primary',
  boxShadow: 8,
  overflow: 'hidden',
} as const

/** Has the browser ask before the tab is closed while bytes are on their way. */
function useGuardedTab(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
}

/**
 * All that is being uploaded, bottom right, over every page: the total first, failures on top. Folds to a
 * pill.
 */
export default function UploadPanel() {
  const place = useBodyContainer()
  const isMenuOpen = useMenuOpen()
  const shell = useShell()
  const store = useStore()
  const queryClient = useQueryClient()
  const uploads = useAtomValue(uploadsAtom)
  const [isFolded, setFolded] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const { files, folders, skipped } = uploads
  const isBusy = [...files, ...folders].some(({ state }) => state === 'Uploading')
  const hasFailed = [...files, ...folders].some(({ state }) => state === 'Failed')
  useGuardedTab(isBusy)

  const act = (deed: (engine: UploadEngine) => void) => {
    uploadEngine(store, queryClient).then(deed, () => shell.toast({ title: t('failed'), colour: 'red' }))
  }
  const chooseAgain = (chosen: LocalFiles) =>
    act((engine) => {
      if (!engine.chooseAgain(chosen))
        shell.toast({ title: t('notTheSame'), description: t('notTheSameText'), colour: 'red' })
    })
  const canRetry =
    files.some(({ state, canRetry: may }) => state === 'Failed' && may) ||
    folders.some(({ state, isInterrupted }) => state === 'Failed' && !isInterrupted)
  const loaded = files.reduce((sum, file) => sum + file.loaded, 0)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const hasUploads = files.length + folders.length > 0
  return createPortal(
    <Box
      sx={{
        position: 'fixed',
        right: { xs: 8, sm: 16 },
        bottom: { xs: 8, sm: 16 },
        zIndex: ({ zIndex }) => (isMenuOpen ? zIndex.modal - 1 : zIndex.snackbar),
        width: isFolded ? 'auto' : 'min(400px, calc(100vw - 16px))',
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
      }}
    >
      {skipped.length > 0 && (
        <Box component="section" aria-label={t('skippedRegion')} sx={cardStyle}>
          <SkippedList skipped={skipped} onDismiss={() => act((engine) => engine.dismissSkipped())} />
        </Box>
      )}
      {hasUploads && (
        <Box component="section" aria-label={t('region')} sx={cardStyle}>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              paddingInlineStart: 3,
              paddingInlineEnd: 1,
              minHeight: 40,
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography component="h2" variant="subtitle2">
                {t('region')}
              </Typography>
              <Typography
                variant="caption"
                component="p"
                sx={{ color: hasFailed ? 'error.main' : 'text.secondary', whiteSpace: 'nowrap' }}
              >
                {totalLine(uploads)}
              </Typography>
            </Box>
            <IconButton
              size="small"
              aria-label={isFolded ? t('unfold') : t('fold')}
              aria-expanded={!isFolded}
              onClick={() => setFolded(!isFolded)}
            >
              <Icon path={isFolded ? mdiChevronUp : mdiChevronDown} />
            </IconButton>
          </Box>
          {isBusy && (
            <LinearProgress
              aria-label={t('region')}
              variant="determinate"
              value={percentOf(loaded, size)}
              sx={{ height: 3 }}
            />
          )}
          <Box component="output" sx={visuallyHidden}>
            {announcement(uploads)}
          </Box>
          <PickerInputs filesRef={fileInput} folderRef={folderInput} onChosen={chooseAgain} />
          {!isFolded && (
            <>
              <Box
                tabIndex={-1}
                sx={{
                  maxHeight: 'min(360px, 45vh)',
                  overflowY: 'auto',
                  borderTop: 1,
                  borderColor: 'divider',
                }}
              >
                <UploadTable
                  uploads={uploads}
                  onCancel={(id) => act((engine) => engine.cancel(id))}
                  onRetry={(id) => act((engine) => engine.retry(id))}
                  onSafeName={(id) => act((engine) => engine.useSafeName(id))}
                  onChooseAgain={(kind) => (kind === 'folder' ? folderInput : fileInput).current?.click()}
                />
              </Box>
              {(isBusy || hasFailed) && (
                <Box
                  sx={{
                    display: 'flex',
                    flexWrap: 'wrap',
                    gap: 2,
                    padding: 2,
                    borderTop: 1,
                    borderColor: 'divider',
                    justifyContent: 'flex-end',
                  }}
                >
                  {isBusy && (
                    <Button onClick={() => act((engine) => engine.cancelAll())}>{t('cancelAll')}</Button>
                  )}
                  {hasFailed && (
                    <Button onClick={() => act((engine) => engine.dismissFailed())}>{t('dismissAll')}</Button>
                  )}
                  {canRetry && (
                    <Button variant="contained" onClick={() => act((engine) => engine.retryAll())}>
                      {t('retryAll')}
                    </Button>
                  )}
                </Box>
              )}
            </>
          )}
        </Box>
      )}
    </Box>,
    place,
  )
}
