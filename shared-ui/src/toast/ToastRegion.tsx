import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { registerTexts } from '../i18n/texts.ts'
import { Icon } from '../icons/Icon.tsx'
import { mdiAlertOutline, mdiCheck, mdiInformationOutline } from '../icons/paths.ts'
import { useMenuOpen } from '../layout/menu-open.ts'
import { useBodyContainer } from '../layout/body-container.ts'
import { removeToastAtom, toastsAtom } from './toasts.ts'
import type { Toast, ToastColour } from './toasts.ts'

const t = registerTexts('shared-toast', { region: 'Status messages', dismiss: 'Dismiss' })
const icons: Record<ToastColour, string> = {
  green: mdiCheck,
  red: mdiAlertOutline,
  blue: mdiInformationOutline,
}

/**
 * The toasts, at the top, newest below. The shell places it once; it is there from the start, so that what
 * comes is read out.
 */
export function ToastRegion() {
  const place = useBodyContainer()
  const isMenuOpen = useMenuOpen()
  const toasts = useAtomValue(toastsAtom)
  return createPortal(
    <Stack
      role="log"
      aria-live="polite"
      aria-label={t('region')}
      spacing={2}
      sx={{
        position: 'fixed',
        // On a phone below the bar of the page and the buttons of a drawer, which fills the screen: Close
        // stays within reach. Elsewhere over the bar, between its title and its buttons: toolbars, drawers
        // and the pages of a table lie below.
        top: { xs: 60, sm: 4 },
        left: { xs: '50%', sm: 'max(220px, calc(50% - 84px))' },
        transform: 'translateX(-50%)',
        zIndex: ({ zIndex }) => (isMenuOpen ? zIndex.modal - 1 : zIndex.snackbar),
        width: { xs: 'min(420px, calc(100vw - 24px))', sm: 'min(420px, max(300px, calc(100vw - 420px)))' },
        pointerEvents: 'none',
      }}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </Stack>,
    place,
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const remove = useSetAtom(removeToastAtom)
  useEffect(() => {
    const timer = setTimeout(() => remove(toast.id), toast.durationMs)
    return () => clearTimeout(timer)
  }, [remove, toast.id, toast.durationMs])
  return (
    <Paper
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'flex-start',
        paddingBlock: 1.5,
        paddingInline: 2.5,
        border: 1,
        borderColor: `portal.status.${toast.colour}.strong`,
        backgroundColor: `portal.status.${toast.colour}.soft`,
        color: `portal.status.${toast.colour}.text`,
        pointerEvents: 'auto',
      }}
    >
      <Icon path={icons[toast.colour]} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="p" variant="subtitle2">
          {toast.title}
        </Typography>
        {toast.description !== undefined && <Typography>{toast.description}</Typography>}
      </Box>
      {toast.action !== undefined && (
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          onClick={() => {
            remove(toast.id)
            toast.action?.onAct()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <Button size="small" color="inherit" onClick={() => remove(toast.id)}>
        {t('dismiss')}
      </Button>
    </Paper>
  )
}
