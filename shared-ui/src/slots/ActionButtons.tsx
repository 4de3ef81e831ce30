import Button from '@mui/material/Button'
import { useState } from 'react'
import type { PanelOffer } from '../portal/shell-api.ts'
import type { ActionSlot } from './create-action.ts'
import { startAction, useActionParts } from './start-action.ts'
import type { ActionInput } from './start-action.ts'
import { offerKey, offerLabel } from './use-offers.ts'

export interface ActionButtonsProps<S extends ActionSlot> {
  slot: S
  offers: readonly PanelOffer[]
  input: ActionInput<S>
  variant?: 'outlined' | 'text'
}

/** A button for each action of other remotes. Their code is loaded when a button is pressed. */
export function ActionButtons<S extends ActionSlot>({
  slot,
  offers,
  input,
  variant = 'text',
}: ActionButtonsProps<S>) {
  const parts = useActionParts()
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const run = async (offer: PanelOffer) => {
    const key = offerKey(offer)
    if (running.has(key)) return
    setRunning((keys) => new Set([...keys, key]))
    await startAction(parts, slot, offer, input)
    setRunning((keys) => new Set([...keys].filter((each) => each !== key)))
  }
  return offers.map((offer) => {
    const isRunning = running.has(offerKey(offer))
    return (
      <Button
        key={offerKey(offer)}
        variant={variant}
        aria-busy={isRunning}
        aria-disabled={isRunning}
        onClick={() => void run(offer)}
        sx={{ maxWidth: 240, minWidth: 0, whiteSpace: 'nowrap' }}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{offerLabel(offer)}</span>
      </Button>
    )
  })
}
