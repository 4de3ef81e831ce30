import { screenLanguage } from '@portal/contract'
import { appLimits } from '@portal/contract/app-protocol'
import type { AppContext } from '@portal/contract/app-protocol'
import type { AppAccess } from '@portal/contract/apps'
import { colourModeAtom, useChange } from '@portal/shared-ui'
import { Box, Button, Skeleton, Typography, useMediaQuery } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef, useState } from 'react'
import { AppHost } from './app-host.ts'
import type { StopReason } from './app-host.ts'
import { appNameOf } from './app-places.ts'
import type { AppPlace } from './app-places.ts'
import { ScopeList } from './AppConsent.tsx'
import { accessKey, callFromApp, withdrawApp } from './apps.queries.ts'
import { t } from './texts.ts'

function makeNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

function useTheme(): AppContext['theme'] {
  const mode = useAtomValue(colourModeAtom)
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)')
  if (mode === 'system') return prefersDark ? 'dark' : 'light'
  return mode
}

interface AppFrameProps {
  access: AppAccess
  record: AppPlace['record']
}

/** The app under a line that names it, so that nobody takes it for a part of the portal. */
export function AppFrame({ access, record }: AppFrameProps) {
  const [attempt, setAttempt] = useState(0)
  const [stopped, setStopped] = useState<StopReason | null>(null)
  const name = appNameOf(access)
  const restart = () => {
    setStopped(null)
    setAttempt(attempt + 1)
  }
  return (
    <>
      <AppLine access={access} />
      {stopped === null ? (
        <LiveFrame key={attempt} access={access} record={record} onStopped={setStopped} />
      ) : (
        <Box role="alert" sx={{ padding: 4 }}>
          <Typography sx={{ paddingBottom: 3 }}>{t(`stopped_${stopped}`, { name })}</Typography>
          <Button variant="outlined" onClick={restart}>
            {t('startAgain')}
          </Button>
        </Box>
      )}
    </>
  )
}

function AppLine({ access }: { access: AppAccess }) {
  const [isOpen, setOpen] = useState(false)
  const name = appNameOf(access)
  const withdraw = useChange(
    withdrawApp,
    { stale: [accessKey(access.pid)], failed: t('notWithdrawn') },
    { done: t('withdrawn', { name }) },
  )
  return (
    <Box sx={{ flex: 'none', borderBottom: 1, borderColor: 'divider', paddingInline: 3, paddingBlock: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Typography
          variant="caption"
          sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', color: 'text.secondary' }}
        >
          {t('appBy', { name, owner: access.owner })}
        </Typography>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('access')}
        </Button>
      </Box>
      {isOpen && (
        <Box sx={{ paddingBlock: 2 }}>
          <ScopeList scopes={access.scopes} label={t('mayDo')} />
          <Button
            size="small"
            variant="outlined"
            color="error"
            sx={{ marginTop: 2 }}
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(access.pid)}
          >
            {t('withdraw')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

interface LiveFrameProps extends AppFrameProps {
  onStopped: (reason: StopReason) => void
}

function LiveFrame({ access: { pid, ...access }, record, onStopped }: LiveFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const host = useRef<AppHost>(undefined)
  const [nonce] = useState(makeNonce)
  const [height, setHeight] = useState(400)
  const [isReady, setReady] = useState(false)
  const context: AppContext = { theme: useTheme(), language: screenLanguage(), record }
  const latest = useRef({ context, onStopped })
  const told = JSON.stringify(context)

  useEffect(() => {
    latest.current = { context, onStopped }
  })
  useEffect(() => {
    const made = new AppHost({
      nonce,
      // The frame's own document has one frame, that of the app.
      appWindow: () => frame.current?.contentWindow?.frames[0] ?? null,
      context: latest.current.context,
      call: (call, signal) => callFromApp(pid, call, signal),
      onHeight: setHeight,
      onReady: () => setReady(true),
      onStopped: (reason) => latest.current.onStopped(reason),
    })
    host.current = made
    return () => made.end()
  }, [pid, nonce])
  useEffect(() => host.current?.update(latest.current.context), [told])

  return (
    <Box sx={{ position: 'relative', ...(record === null ? { flex: 1, minHeight: 0 } : { height }) }}>
      {!isReady && (
        <Skeleton
          variant="rectangular"
          sx={{ position: 'absolute', inset: 0, height: '100%', minHeight: appLimits.minHeight }}
        />
      )}
      <Box
        component="iframe"
        ref={frame}
        title={t('frameOf', { name: appNameOf(access) })}
        src={`/api/apps/${pid}/frame?nonce=${nonce}`}
        sandbox="allow-scripts"
        allow=""
        referrerPolicy="no-referrer"
        sx={{
          display: 'block',
          width: '100%',
          height: '100%',
          border: 0,
          background: 'transparent',
          // The browser's own page about an app that does not answer is not shown through the outline.
          opacity: isReady ? 1 : 0,
        }}
      />
    </Box>
  )
}
