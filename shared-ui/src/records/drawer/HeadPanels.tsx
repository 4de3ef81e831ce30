import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import type { AnyRecord, Declaration } from '@portal/contract'
import { SlotPanel } from '../../slots/SlotPanel.tsx'
import { offerKey, useOffers } from '../../slots/use-offers.ts'

export interface HeadPanelsProps {
  declaration: Declaration
  record: AnyRecord
  readOnly: boolean
  /** The content below offers the likely step itself, so the head does not show its button. */
  hasOwnSteps?: boolean
  /** Moves the focus to the first button once it is rendered. */
  takesFocus?: boolean
}

const nothing = () => {}

/**
 * The panels of other remotes in the head of a record, such as its steps; renders nothing if there are none.
 */
export function HeadPanels({
  declaration,
  record,
  readOnly,
  hasOwnSteps = false,
  takesFocus = false,
}: HeadPanelsProps) {
  const place = useRef<HTMLDivElement>(null)
  const offers = useOffers('record.head', declaration.name, record)
  useEffect(() => {
    const element = place.current
    if (!takesFocus || element === null) return
    const focus = () => {
      const button = element.querySelector('button')
      button?.focus()
      return button !== null
    }
    if (focus()) return
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [takesFocus])
  if (offers.length === 0) return null
  return (
    <Box
      ref={place}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        ...(hasOwnSteps && { '& [data-likely-step]': { display: 'none' } }),
      }}
    >
      {offers.map((offer) => (
        <SlotPanel
          key={offerKey(offer)}
          slot="record.head"
          offer={offer}
          input={{
            collection: declaration.name,
            pid: record.pid,
            record,
            readOnly,
            onDirty: nothing,
            onCount: nothing,
          }}
          minHeight={32}
        />
      ))}
    </Box>
  )
}
