import type { AnyRecord, AvailableTransition } from '@portal/contract'
import { ErrorPanel, titleOf } from '@portal/shared-ui'
import type { RecordBoardProps } from '@portal/shared-ui'
import { Alert, Box, Button, Skeleton } from '@portal/shared-ui/mui'
import type { Theme } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useRef, useState } from 'react'
import { StepDialog } from '../../steps/StepDialog.tsx'
import { boardQuery, useFresh } from './board.queries.ts'
import { Column } from './Column.tsx'
import { useMoves } from './moves.ts'
import { t } from './texts.ts'

const frame = {
  flex: 1,
  minHeight: 0,
  display: 'flex',
  gap: 3,
  padding: 3,
  overflowX: 'auto',
  scrollPaddingInline: (theme: Theme) => theme.spacing(3),
  scrollSnapType: { xs: 'x proximity', sm: 'none' },
}

/**
 * The permits of a page by status. Dragging a card to another status takes the transition to it, or says why
 * it is refused. Source: issue 7.
 */
export default function PermitBoard({ collection, question, open, onOpen }: RecordBoardProps) {
  const board = useQuery(boardQuery(collection, question))
  const moves = useMoves(collection, board.isPlaceholderData ? 0 : board.dataUpdatedAt)
  const [dragged, setDragged] = useState<{
    card: AnyRecord
    steps: readonly AvailableTransition[] | null
  } | null>(null)
  const latest = useRef<string | null>(null)
  useFresh(board, dragged === null)

  const drag = async (card: AnyRecord | null) => {
    latest.current = card?.pid ?? null
    setDragged(card === null ? null : { card, steps: null })
    if (card === null) return
    // Without an answer no transitions are shown while dragging; dropping asks again and reports the error.
    const steps = await moves.stepsOf(card).then(
      ({ transitions }) => transitions,
      () => null,
    )
    if (latest.current === card.pid) setDragged({ card, steps })
  }

  const { asking } = moves
  if (board.data === undefined) {
    if (board.error !== null)
      return <ErrorPanel error={board.error} title={t('failed')} onRetry={() => void board.refetch()} />
    return <Loading />
  }
  return (
    <>
      {board.error !== null && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={() => void board.refetch()}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('old')}
        </Alert>
      )}
      <Box role="group" aria-label={t('board')} sx={{ ...frame, opacity: board.isPlaceholderData ? 0.6 : 1 }}>
        {board.data.columns.map((column) => (
          <Column
            key={column.status}
            column={column}
            declaration={collection}
            question={question}
            open={open}
            nowMs={board.dataUpdatedAt}
            moves={moves}
            dragged={dragged}
            onOpen={onOpen}
            onDrag={(card) => void drag(card)}
          />
        ))}
      </Box>
      {asking !== null && (
        <StepDialog
          step={asking.step}
          collection={collection.name}
          pid={asking.card.pid}
          title={titleOf(collection, asking.card)}
          record={asking.card}
          onTaken={moves.taken}
          onClose={moves.closeAsking}
        />
      )}
    </>
  )
}

function Loading() {
  return (
    <Box role="status" aria-label={t('loading')} sx={frame}>
      {['one', 'two', 'three', 'four', 'five'].map((key) => (
        <Skeleton
          key={key}
          variant="rounded"
          animation={false}
          width={280}
          height={360}
          sx={{ flex: 'none' }}
        />
      ))}
    </Box>
  )
}
