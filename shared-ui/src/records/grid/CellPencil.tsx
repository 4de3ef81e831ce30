import IconButton from '@mui/material/IconButton'
import { Icon } from '../../icons/Icon.tsx'
import { mdiPencilOutline } from '../../icons/paths.ts'

const sizePx = 24

/**
 * At the end of the cell under the pointer: a click on it edits the value, a click beside it opens the
 * record. By keyboard that is `e`.
 */
export function CellPencil({
  cell,
  title,
  onEdit,
}: {
  cell: HTMLElement
  title: string
  onEdit: () => void
}) {
  const { right, top, height } = cell.getBoundingClientRect()
  return (
    <IconButton
      aria-hidden
      tabIndex={-1}
      title={title}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onEdit}
      sx={{
        position: 'fixed',
        left: right - sizePx - 4,
        top: top + (height - sizePx) / 2,
        zIndex: 5,
        width: sizePx,
        height: sizePx,
        padding: 1,
        border: 1,
        borderColor: 'divider',
        backgroundColor: 'portal.raised',
        '&:hover': { backgroundColor: 'portal.hovered' },
        '@media (hover: none)': { display: 'none' },
      }}
    >
      <Icon path={mdiPencilOutline} size={14} />
    </IconButton>
  )
}
