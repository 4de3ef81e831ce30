import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { AnyRecord } from '@portal/contract'
import { titleOf } from '../declaration/record-title.ts'
import { t } from '../edit/create/texts.ts'
import type { Creating } from '../edit/create/use-create.tsx'
import { useRecordPage } from '../page/record-page-context.ts'

export interface RowMenuItemsProps extends Pick<Creating, 'kinds' | 'create'> {
  record: AnyRecord
  /** Where the menu stands in the window, in px. */
  position: { top: number; left: number }
  /** Offers the steps of a record; null where there are none. */
  onSteps: ((pid: string) => void) | null
  onClose: () => void
}

/** The open menu of a row. */
export default function RowMenuItems({
  record,
  position,
  kinds,
  create,
  onSteps,
  onClose,
}: RowMenuItemsProps) {
  const { collection, table } = useRecordPage()
  return (
    <Menu
      open
      anchorReference="anchorPosition"
      anchorPosition={{ top: position.top, left: position.left }}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('rowMenu', { title: titleOf(collection, record) }) } }}
    >
      <MenuItem
        onClick={() => {
          onClose()
          table.openRecord(record.pid)
        }}
      >
        {t('open')}
      </MenuItem>
      {onSteps !== null && (
        <MenuItem
          onClick={() => {
            onClose()
            onSteps(record.pid)
          }}
        >
          {t('changeStatus')}
        </MenuItem>
      )}
      {kinds.length > 0 && <Divider />}
      {kinds.map((kind) => (
        <MenuItem
          key={kind}
          onClick={() => {
            create(kind)
            onClose()
          }}
        >
          {t(`new_${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
