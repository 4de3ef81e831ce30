import Box from '@mui/material/Box'
import { useStore } from 'jotai'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { SlotName } from '@portal/contract'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import type { MountedPanel, PanelOffer, SlotInput, SlotProps } from '../portal/shell-api.ts'
import { useShell } from '../portal/shell-api.ts'
import { nextPaint } from './next-paint.ts'
import { SlotFailure } from './SlotFailure.tsx'
import { t } from './texts.ts'
import { offerLabel } from './use-offers.ts'

export interface SlotPanelProps<S extends SlotName> {
  slot: S
  offer: PanelOffer
  /** What the slot gives the panel; a change updates it. */
  input: SlotInput<S>
  /** Height in px that is reserved while it loads. */
  minHeight?: number
  /** Shown instead of the usual message when it cannot be loaded or mounted. */
  failed?: () => ReactNode
}

/** Resolves when an element is, or comes, near what is in sight. Never when it is removed before. */
function inSight(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    signal.addEventListener('abort', () => observer.disconnect())
  })
}

/** Slots that are the reason for which someone is here; others wait until they are in sight. */
const isWanted = (slot: SlotName) => slot === 'record.tab' || slot === 'record.head' || slot === 'table.cell'

/**
 * A panel of another remote, mounted into its place after that has been painted. Its errors stay inside, with
 * Try again; the shell charges them to its remote.
 */
export function SlotPanel<S extends SlotName>({
  slot,
  offer,
  input,
  minHeight = 120,
  failed,
}: SlotPanelProps<S>) {
  const shell = useShell()
  const store = useStore()
  const queryClient = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedPanel<SlotName>>(undefined)
  const props: SlotProps<S> = { ...input, slot, shell, store, queryClient }
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
    const leaving = new AbortController()
    const mount = async () => {
      try {
        await nextPaint()
        if (place.current !== null && !isWanted(slot)) await inSight(place.current, leaving.signal)
        if (leaving.signal.aborted) return
        const panel = await shell.loadPanel(wanted.current)
        if (!leaving.signal.aborted && place.current !== null)
          mounted.current = panel.mountInto(place.current, latest.current)
      } catch (error) {
        if (!leaving.signal.aborted) setFailure({ error })
      }
    }
    void mount()
    return () => {
      leaving.abort()
      mounted.current?.unmount()
      mounted.current = undefined
    }
    // An equal offer, for example after a registry reload, does not remount the panel.
  }, [shell, slot, offer.remote, offer.panel.expose, attempt])

  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  const label = offerLabel(offer)
  if (failure !== null && failed !== undefined) return failed()
  if (failure !== null)
    return slot === 'record.tab' ? (
      <ErrorPanel error={failure.error} title={t('tabFailed', { label })} onRetry={retry} />
    ) : (
      <SlotFailure label={label} onRetry={retry} />
    )
  return <Box key={attempt} ref={place} data-remote={offer.remote} sx={{ minHeight }} />
}
