import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import type { AnyRecord, Declaration } from '@portal/contract'
import { useShell } from '../../portal/shell-api.ts'
import { PanelTab } from './PanelTab.tsx'

export interface HeadPanelsProps {
  declaration: Declaration
  record: AnyRecord
  readOnly: boolean
  /** The place below offers steps of its own: the button of the likely one is not shown. */
  hasOwnSteps?: boolean
  /** Moves the focus to the first button as soon as there is one. */
  takesFocus?: boolean
}

const nothing = () => {}

/** What other remotes put at the head of a record, such as its steps; nothing where none does. */
export function HeadPanels({
  declaration,
  record,
  readOnly,
  hasOwnSteps = false,
  takesFocus = false,
}: HeadPanelsProps) {
  const place = useRef<HTMLDivElement>(null)
  const offers = useShell().panels('record.head', declaration.name)
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
      sx={{ display: 'flex', gap: 2, ...(hasOwnSteps && { '& [data-likely-step]': { display: 'none' } }) }}
    >
      {offers.map((offer) => (
        <PanelTab
          key={`${offer.remote} ${offer.panel.id}`}
          offer={offer}
          collection={declaration.name}
          pid={record.pid}
          record={record}
          readOnly={readOnly}
          minHeight={32}
          onDirty={nothing}
          onCount={nothing}
        />
      ))}
    </Box>
  )
}
