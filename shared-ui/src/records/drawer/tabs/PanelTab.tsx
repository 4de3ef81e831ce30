import { screenLabel } from '@portal/contract'
import Box from '@mui/material/Box'
import { useStore } from 'jotai'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '../../../feedback/ErrorPanel.tsx'
import type { MountedPanel, PanelProps } from '../../../portal/shell-api.ts'
import { useShell } from '../../../portal/shell-api.ts'
import type { PanelOffer } from '../../../portal/shell-api.ts'
import { t } from '../../texts.ts'
import { nextPaint } from '../next-paint.ts'

export interface PanelTabProps extends Pick<
  PanelProps,
  'collection' | 'pid' | 'record' | 'readOnly' | 'onDirty' | 'onCount'
> {
  offer: PanelOffer
  /** Height in px that is reserved while it loads. */
  minHeight?: number
}

/**
 * A panel of another remote, mounted into this tab after the record has been painted. An error stays inside
 * the tab, with Try again.
 */
export function PanelTab({ offer, minHeight = 120, ...given }: PanelTabProps) {
  const shell = useShell()
  const store = useStore()
  const queryClient = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedPanel>(undefined)
  const props: PanelProps = { ...given, shell, store, queryClient }
  const latest = useRef(props)
  const wanted = useRef(offer)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    latest.current = props
    wanted.current = offer
    mounted.current?.update(props)
  })
  useEffect(() => {
    let isGone = false
    const mount = async () => {
      try {
        const [panel] = await Promise.all([shell.loadPanel(wanted.current), nextPaint()])
        if (!isGone && place.current !== null)
          mounted.current = panel.mountInto(place.current, latest.current)
      } catch (error) {
        if (!isGone) setFailure({ error })
      }
    }
    void mount()
    return () => {
      isGone = true
      mounted.current?.unmount()
      mounted.current = undefined
    }
    // An equal offer, for example after a registry reload, does not remount the panel.
  }, [shell, offer.remote, offer.panel.expose, attempt])

  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  if (failure !== null)
    return (
      <ErrorPanel
        error={failure.error}
        title={t('panelFailed', { label: screenLabel(offer.panel.label) })}
        onRetry={retry}
      />
    )
  return <Box key={attempt} ref={place} data-remote={offer.remote} sx={{ minHeight }} />
}
