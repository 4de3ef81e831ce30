import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import Skeleton from '@mui/material/Skeleton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Actor, Declaration } from '@portal/contract'
import { isProblem } from '../../api/api-problem.ts'
import { ErrorPanel } from '../../feedback/ErrorPanel.tsx'
import { Notice } from '../../feedback/Notice.tsx'
import { DeletedLink } from './DeletedLink.tsx'
import { letsKeysPass } from '../../keys/key-target.ts'
import { usePrinting } from '../../print/use-printing.ts'
import { breakpoints } from '../../theme/tokens.ts'
import { visuallyHidden } from '../../theme/visually-hidden.ts'
import { CreateButton } from '../edit/create/CreateButton.tsx'
import { t } from '../texts.ts'
import { isWithin, onDrawerKey } from './drawer-keys.ts'
import { DrawerButtons } from './DrawerButtons.tsx'
import type { DrawerButtonsProps } from './DrawerButtons.tsx'
import { drawerWidthAtom } from './drawer-width.ts'
import { DrawerMenu } from './DrawerMenu.tsx'
import { RecordView } from './RecordView.tsx'
import { useRecord } from './use-record.ts'
import { WidthHandle } from './WidthHandle.tsx'

export interface RecordDrawerProps extends Omit<DrawerButtonsProps, 'menu'> {
  declaration: Declaration
  pid: string
  actor: Actor
  tab: string | null
  onTab: (tab: string) => void
}

/**
 * One record to the right of its table: beside the table on wide screens, over it below 1440 px, full screen
 * on a phone.
 */
export default function RecordDrawer(props: RecordDrawerProps) {
  const titleId = useId()
  const hasRoom = useMediaQuery(`(min-width:${breakpoints.beside}px)`, { noSsr: true })
  const isPrinting = usePrinting()
  // A printed page is narrower than the window. The layout is kept during printing, so that the record does
  // not remount and lose input.
  const [isBeside, setBeside] = useState(hasRoom)
  if (!isPrinting && isBeside !== hasRoom) setBeside(hasRoom)
  const width = useAtomValue(drawerWidthAtom)
  const content = (
    <>
      <WidthHandle />
      <DrawerButtons
        menu={
          <>
            <CreateButton
              key={`create ${props.pid}`}
              declaration={props.declaration}
              pid={props.pid}
              actor={props.actor}
            />
            <DrawerMenu
              key={props.pid}
              declaration={props.declaration}
              pid={props.pid}
              actor={props.actor}
              onTab={props.onTab}
              onDeleted={props.onClose}
            />
          </>
        }
        onClose={props.onClose}
        onPrevious={props.onPrevious}
        onNext={props.onNext}
      />
      <DrawerContent {...props} titleId={titleId} />
    </>
  )
  return isBeside ? (
    <Beside
      titleId={titleId}
      width={width}
      onClose={props.onClose}
      onKeyDown={(event) => onDrawerKey(event, props)}
    >
      {content}
    </Beside>
  ) : (
    <Drawer
      {...letsKeysPass}
      open
      anchor="right"
      onClose={props.onClose}
      slotProps={{
        paper: {
          'aria-labelledby': titleId,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => onDrawerKey(event, props),
          sx: { width: { xs: '100%', sm: width }, maxWidth: '100%', backgroundColor: 'portal.surface' },
        },
      }}
    >
      {content}
    </Drawer>
  )
}

interface BesideProps {
  titleId: string
  width: number
  onClose: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** Not modal: the table stays usable, and Esc closes the record. */
function Beside({ titleId, width, onClose, onKeyDown, children }: BesideProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
  }, [])
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    onKeyDown(event)
    if (event.key !== 'Escape' || event.defaultPrevented || !isWithin(event)) return
    event.stopPropagation()
    onClose()
  }
  return (
    <Box
      ref={place}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={onKey}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 'none',
        position: 'relative',
        width,
        borderLeft: 1,
        borderColor: 'divider',
        backgroundColor: 'portal.surface',
        minHeight: 0,
      }}
    >
      {children}
    </Box>
  )
}

function DrawerContent({
  declaration,
  pid,
  actor,
  tab,
  onTab,
  titleId,
}: RecordDrawerProps & { titleId: string }) {
  const record = useRecord(declaration, pid)
  if (record.isPending) return <LoadingRecord titleId={titleId} />
  const isGone = record.isError && isProblem(record.error, 'not-found')
  // After a failed reload the cached record stays, so that typed input is not lost.
  if (record.data === undefined || isGone) {
    return (
      <>
        <HiddenTitle id={titleId} text={isGone ? t('recordGoneTitle') : t('recordFailed')} />
        {isGone ? (
          <Notice title={t('recordGoneTitle')} text={t('recordGoneText')}>
            <DeletedLink />
          </Notice>
        ) : (
          <ErrorPanel error={record.error} title={t('recordFailed')} onRetry={() => void record.refetch()} />
        )}
      </>
    )
  }
  return (
    <RecordView
      key={pid}
      declaration={declaration}
      record={record.data}
      actor={actor}
      titleId={titleId}
      tab={tab}
      onTab={onTab}
    />
  )
}

/** Names the dialog while the record's title is not available. */
function HiddenTitle({ id, text }: { id: string; text: string }) {
  return (
    <Box id={id} sx={visuallyHidden}>
      {text}
    </Box>
  )
}

function LoadingRecord({ titleId }: { titleId: string }) {
  return (
    <Box aria-busy sx={{ padding: 5 }}>
      <HiddenTitle id={titleId} text={t('record')} />
      {[40, 70, 30, 100, 100, 100, 100].map((width, index) => (
        <Skeleton key={index} animation={false} width={`${width}%`} height={32} />
      ))}
    </Box>
  )
}
