import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { hasMachine, isStaff } from '@portal/contract'
import { useShell } from '../../portal/shell-api.ts'
import { useStatusMap } from '../../portal/status-map.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import { useSelection } from '../page/selection.tsx'
import { loadBulkCalls } from './bulk-calls.lazy.ts'
import type { BulkOutcome, BulkSelection } from './bulk-calls.ts'
import { useBulkRights } from './bulk-rights.lazy.ts'
import type { BulkKind } from './bulk-rights.ts'
import { listedAs } from './listed-as.ts'
import { t } from './texts.ts'
import { UpdateDialog } from './UpdateDialog.lazy.ts'
import { StatusDialog } from './StatusDialog.lazy.ts'
import { DeleteDialog } from './DeleteDialog.lazy.ts'
import { DeleteOneDialog } from './DeleteOneDialog.lazy.ts'

/** The selection when the dialog opened; the table may change afterwards. */
interface Asked {
  kind: BulkKind
  selection: BulkSelection
  count: number
}

const openButton = { flex: 'none', whiteSpace: 'nowrap', color: 'text.primary' } as const
const closedButton = { ...openButton, color: 'text.disabled', cursor: 'not-allowed' } as const

/**
 * `Update selected`, `Change status…` and `Delete selected`, with their dialogs. Staff always see all three (contract.md 9): with no selection a click says so, and an action for administrators is disabled with that reason. Clients see only the actions they may take.
 */
export function BulkButtons() {
  const shell = useShell()
  const { collection, actor, table, offerUndo, list } = useRecordPage()
  const map = useStatusMap()
  const listed = listedAs(collection, list)
  const { body, count, clear } = useSelection()
  const [asked, setAsked] = useState<Asked | null>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const hasSelection = count > 0
  // Beside an open record the toolbar scrolls; bring the bulk buttons into view.
  useEffect(() => {
    if (hasSelection) buttons.current?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }, [hasSelection])

  const rights = useBulkRights(hasSelection || !isStaff(actor.role))
  const isShown = (kind: BulkKind) =>
    isStaff(actor.role) || (rights !== null && !rights.isBarred(kind, listed, actor, map))
  // With a selection, the reason is shown on the button, which stays focusable by keyboard.
  const isClosed = (kind: BulkKind) =>
    body !== null && rights !== null && rights.isBarred(kind, listed, actor, map)
  const open = (kind: BulkKind) => {
    if (body === null) shell.toast({ title: t('noneSelected'), colour: 'red' })
    // On touch screens, without hover, a tap shows the reason.
    else if (isClosed(kind)) shell.toast({ title: t('forAdministrators'), colour: 'blue' })
    else setAsked({ kind, selection: body, count })
  }
  const button = (kind: BulkKind, label: string) => {
    const reason = t('forAdministrators')
    return isClosed(kind) ? (
      <Button
        sx={closedButton}
        onClick={() => open(kind)}
        title={reason}
        aria-disabled
        aria-description={reason}
      >
        {label}
      </Button>
    ) : (
      <Button sx={openButton} onClick={() => open(kind)}>
        {label}
      </Button>
    )
  }
  const close = () => setAsked(null)
  const leaveDeleted = (pids: readonly string[] | undefined) => {
    if (table.open !== null && pids?.includes(table.open) === true) table.closeRecord()
  }
  const finish = ({ changed, failed, undo, stepped = [] }: BulkOutcome) => {
    const isDeletion = asked?.kind === 'delete'
    if (changed > 0 && undo !== null) {
      offerUndo({
        key: undo,
        sentence: t(isDeletion ? 'didDelete' : 'didUpdate', { count: changed }),
        undo: async () => (await loadBulkCalls()).undoBulk(undo),
      })
    }
    if (stepped.length > 0) {
      offerUndo({
        key: `${Date.now()}`,
        sentence: t('didStep', { count: changed }),
        undo: async () => (await loadBulkCalls()).undoSteps(collection, stepped),
      })
    }
    const refused = new Set(failed.map(({ pid }) => pid))
    if (isDeletion) leaveDeleted(asked.selection.pids?.filter((pid) => !refused.has(pid)))
    clear()
  }
  const only =
    asked?.kind === 'delete' && asked.selection.pids?.length === 1 ? asked.selection.pids[0] : undefined
  return (
    <>
      <Box
        ref={buttons}
        sx={{ display: 'flex', flex: 'none', gap: 1, scrollMarginInline: 12, '&:empty': { display: 'none' } }}
      >
        {hasMachine(collection.name) && isShown('step') && button('step', t('changeStatus'))}
        {isShown('update') && button('update', t('updateSelected'))}
        {isShown('delete') && button('delete', t('deleteSelected'))}
      </Box>
      {asked?.kind === 'update' && (
        <UpdateDialog {...asked} collection={collection} actor={actor} onDone={finish} onClose={close} />
      )}
      {asked?.kind === 'step' && (
        <StatusDialog {...asked} collection={listed} actor={actor} onDone={finish} onClose={close} />
      )}
      {asked?.kind === 'delete' && only === undefined && (
        <DeleteDialog {...asked} collection={collection} onDone={finish} onClose={close} />
      )}
      {only !== undefined && (
        <DeleteOneDialog
          collection={collection}
          pid={only}
          onDeleted={({ pid }) => {
            leaveDeleted([pid])
            clear()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
