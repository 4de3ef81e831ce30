import type { CalendarEntry } from '@portal/contract/calendar'
import { Icon, actorAtom, formatTime, openableUrl, userAtom } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import type { DragEvent } from 'react'
import { collectionLabel, entryFacts, entryLabel, lookOf } from './entry-labels.ts'

export interface EntryLinkProps {
  entry: CalendarEntry
  /** The date is being moved to another day. */
  isMoving?: boolean
  /** Shows which date it is and its number, where there is room. */
  isLong?: boolean
  /** Absent where there are no days to drop it on. */
  onDrag?: (entry: CalendarEntry | null) => void
}

/** One date. It opens its record; where its field may be changed, it can be dragged to another day. */
export function EntryLink({ entry, isMoving = false, isLong = false, onDrag }: EntryLinkProps) {
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const { colour, icon } = lookOf(entry.collection)
  const url = actor === null ? null : openableUrl(entry.collection, entry.pid, actor, user)
  const canDrag = onDrag !== undefined && entry.mayMove && !isMoving
  const label = entryLabel(entry)
  const sx = {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    minWidth: 0,
    paddingInline: 1,
    minHeight: isLong ? 32 : 22,
    paddingBlock: isLong ? 1 : 0,
    borderRadius: 0.5,
    borderInlineStart: '3px solid',
    borderColor: `portal.status.${colour}.strong`,
    backgroundColor: entry.isOver ? 'transparent' : `portal.status.${colour}.soft`,
    color: entry.isOver ? 'text.secondary' : `portal.status.${colour}.text`,
    fontSize: isLong ? 'body2.fontSize' : 'caption.fontSize',
    lineHeight: 1.3,
    textDecoration: 'none',
    opacity: isMoving ? 0.6 : 1,
    ...(canDrag && { cursor: 'grab' }),
    '&:hover': { backgroundColor: `portal.status.${colour}.soft` },
    '& svg': { flex: 'none', width: 14, height: 14 },
  }
  const inside = (
    <>
      <Icon path={icon} />
      {entry.at !== null && (
        <Box component="span" sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
          {formatTime(entry.at)}{' '}
        </Box>
      )}
      <EntryText entry={entry} isLong={isLong} />
    </>
  )
  const around = {
    sx,
    // In a list all of it is visible.
    ...(!isLong && { 'aria-label': label }),
    title: `${collectionLabel(entry.collection)}: ${label}`,
    draggable: canDrag,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', label)
      onDrag?.(entry)
    },
    onDragEnd: () => onDrag?.(null),
  }
  return url === null ? (
    <Box role="note" {...around}>
      {inside}
    </Box>
  ) : (
    <Box component={Link} to={url} {...around}>
      {inside}
    </Box>
  )
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

/** The title, and in a list also which date it is and the number: beside it, or below it on a phone. */
function EntryText({ entry, isLong }: { entry: CalendarEntry; isLong: boolean }) {
  const title = (
    <Box
      component="span"
      sx={{
        ...oneLine,
        ...(isLong ? { fontWeight: 550 } : { flex: 1 }),
        ...(entry.isOver && { textDecoration: 'line-through' }),
      }}
    >
      {entry.detail ?? entry.title}
    </Box>
  )
  if (!isLong) return title
  return (
    <Box
      component="span"
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        alignItems: { sm: 'center' },
        justifyContent: 'space-between',
        columnGap: 3,
      }}
    >
      {title}{' '}
      <Box component="span" sx={{ ...oneLine, flex: 'none', maxWidth: '100%', fontSize: 'caption.fontSize' }}>
        {entryFacts(entry).join(' · ')}
      </Box>
    </Box>
  )
}
