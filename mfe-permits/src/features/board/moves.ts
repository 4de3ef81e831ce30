import type { AnyRecord, Declaration, AvailableTransition } from '@portal/contract'
import { ApiProblem, refreshRecordsAndSteps, titleOf, useShell } from '@portal/shared-ui'
import { useQueryClient } from '@portal/shared-ui/query'
import { useState } from 'react'
import { transitionsQuery, postTransition } from '../../steps/steps.queries.ts'
import { undoShownMs, useUndoStep } from '../../steps/use-undo-step.ts'
import { statusLabel } from './card-labels.ts'
import { t } from './texts.ts'

/**
 * A card moving to another status. It is shown there until the server answers, and put back when the
 * transition is refused.
 */
export interface Move {
  card: AnyRecord
  to: string
  /** Time when the transition succeeded; null while it is pending. */
  takenAtMs: number | null
}

/** A transition that needs input first: a reason, a kind of hold, a confirmation number. */
interface Asking {
  card: AnyRecord
  step: AvailableTransition
}

const asksFirst = ({ asksReason, inputs = [] }: AvailableTransition) => asksReason || inputs.length > 0

/**
 * Moves cards by transitions of the status map. The server applies the same guards as for the buttons of the
 * record.
 */
export function useMoves(declaration: Declaration, readAtMs: number) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const undo = useUndoStep(declaration.name)
  const [moves, setMoves] = useState<readonly Move[]>([])
  const [asking, setAsking] = useState<Asking | null>(null)

  const putBack = ({ pid }: AnyRecord) => setMoves((before) => before.filter(({ card }) => card.pid !== pid))
  const put = (card: AnyRecord, to: string, takenAtMs: number | null) =>
    setMoves((before) => [...before.filter((move) => move.card.pid !== card.pid), { card, to, takenAtMs }])
  const refuse = (card: AnyRecord, why: string) => {
    putBack(card)
    shell.toast({
      title: t('stays', {
        title: titleOf(declaration, card),
        status: statusLabel(declaration, card['status']),
      }),
      description: why,
      colour: 'red',
    })
  }
  const readAgain = () => refreshRecordsAndSteps(queryClient)

  /** The transitions of the current version of a card. */
  const stepsOf = (card: AnyRecord) =>
    queryClient.fetchQuery(transitionsQuery(declaration.name, card.pid, card.version))

  const take = async (card: AnyRecord, step: AvailableTransition) => {
    put(card, step.to, null)
    if (asksFirst(step)) {
      setAsking({ card, step })
      return
    }
    try {
      await postTransition(declaration.name, card.pid, { to: step.to, version: card.version })
      put(card, step.to, Date.now())
      shell.toast({
        title: t('moved', { title: titleOf(declaration, card), status: statusLabel(declaration, step.to) }),
        action: undo(card.pid, titleOf(declaration, card)),
        durationMs: undoShownMs,
      })
    } catch (error) {
      refuse(card, error instanceof ApiProblem ? error.problem.detail : String(error))
    }
    await readAgain()
  }

  /** Handles a card dropped on a status. */
  const drop = async (card: AnyRecord, to: string) => {
    if (card['status'] === to) return
    put(card, to, null)
    try {
      const { transitions } = await stepsOf(card)
      const step = transitions.find((transition) => transition.to === to)
      if (step === undefined) {
        refuse(
          card,
          t('noWay', { from: statusLabel(declaration, card['status']), to: statusLabel(declaration, to) }),
        )
      } else if (!step.allowed) refuse(card, step.whyNot.join(' '))
      else await take(card, step)
    } catch (error) {
      refuse(card, error instanceof ApiProblem ? error.problem.detail : String(error))
    }
  }

  return {
    /** Moves that the loaded data does not contain yet. */
    moves: moves.filter(({ takenAtMs }) => takenAtMs === null || takenAtMs > readAtMs),
    asking,
    drop,
    take,
    stepsOf,
    /** When the dialog closes without the transition, the card is put back. */
    closeAsking: () => {
      if (asking !== null)
        setMoves((before) =>
          before.filter((move) => move.card.pid !== asking.card.pid || move.takenAtMs !== null),
        )
      setAsking(null)
    },
    taken: () => {
      if (asking !== null) put(asking.card, asking.step.to, Date.now())
    },
  }
}

export type Moves = ReturnType<typeof useMoves>
