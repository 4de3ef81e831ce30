import { mdiFlag, mdiPaperclip } from '@mdi/js'
import type { MailFolderId, MailMessageSummary } from '@portal/contract'
import { Icon, explainMoment } from '@portal/shared-ui'
import { Box, Checkbox } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { memo, useId } from 'react'
import { t } from '../../texts.ts'
import { counterpart, shortTime, subjectOf } from './mail-words.ts'

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

/** Height of a line in px. Source: look.md section 5. */
export const rowHeight = 64

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) auto',
  gridTemplateRows: '20px 18px 16px',
  columnGap: 1.5,
  alignContent: 'center',
  height: rowHeight,
  paddingInline: 2.5,
  paddingInlineEnd: 3,
  color: 'text.primary',
  textDecoration: 'none',
  borderBottom: 1,
  borderColor: 'divider',
  '&:hover': { backgroundColor: 'portal.hovered' },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current]': { backgroundColor: 'portal.primarySoft.main', color: 'portal.primarySoft.text', '& .quiet': { color: 'inherit' } },
} as const

const forEars = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const

export interface MessageRowProps {
  message: MailMessageSummary
  folder: MailFolderId
  /** Where it is opened. */
  to: string
  isOpen: boolean
  /** One line of the list is reached by Tab, the others from there by the arrows. */
  isReachedByTab: boolean
  isSelected: boolean
  /** Some message is selected: the boxes stay in sight. */
  isSelecting: boolean
  onToggle: (id: string, upTo: boolean) => void
}

/** The box stands where the dot stands, and takes its place when it is wanted. */
const boxStyle = (isShown: boolean) =>
  ({
    position: 'absolute',
    insetInlineStart: 2,
    top: 14,
    opacity: isShown ? 1 : 0,
    'li:hover > &, &:focus-within': { opacity: 1 },
    '@media (pointer: coarse)': { opacity: 1 },
  }) as const

/**
 * A message in the list: who and when, what, and one line of its text. Unread is bold, a dot and a word for those who hear it. Kept as drawn
 * while its line stays the same: a list that is scrolled draws twenty-five lines for each picture on the screen, which took 24 ms.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, folder, to, isOpen, isReachedByTab, isSelected, isSelecting, onToggle } = props
  const subjectId = useId()
  const weight = message.isRead ? 400 : 650
  const hasMarks = message.flag || message.hasAttachments
  return (
    <>
      <Box
        component={Link}
        to={to}
        tabIndex={isReachedByTab ? 0 : -1}
        aria-current={isOpen || undefined}
        sx={{ ...rowStyle, ...(isSelected && { backgroundColor: 'portal.hovered' }) }}
      >
        <Box
          component="span"
          sx={{
            gridRow: '1 / 4',
            alignSelf: 'start',
            justifySelf: 'center',
            marginTop: 1.5,
            width: 8,
            height: 8,
            borderRadius: '50%',
            backgroundColor: message.isRead ? 'transparent' : 'primary.main',
          }}
        >
          {!message.isRead && (
            <Box component="span" sx={forEars}>
              {t('unread')}
            </Box>
          )}
        </Box>
        <Box component="bdi" sx={{ ...oneLine, fontWeight: weight }}>
          {counterpart(folder, message)}
        </Box>
        <Box
          component="time"
          dateTime={message.receivedAt}
          title={explainMoment(message.receivedAt)}
          className="quiet"
          sx={{ typography: 'caption', lineHeight: '20px', color: 'text.secondary' }}
        >
          {shortTime(message.receivedAt)}
        </Box>
        <Box component="bdi" id={subjectId} sx={{ ...oneLine, gridColumn: hasMarks ? '2' : '2 / 4', lineHeight: '18px', fontWeight: weight }}>
          {subjectOf(message)}
        </Box>
        {hasMarks && (
          <Box component="span" className="quiet" sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, color: 'text.secondary' }}>
            {message.flag && (
              <Box component="span" sx={{ display: 'flex', color: 'warning.main' }}>
                <Icon path={mdiFlag} size={16} label={t('flagged')} />
              </Box>
            )}
            {message.hasAttachments && <Icon path={mdiPaperclip} size={16} label={t('withAttachments')} />}
          </Box>
        )}
        <Box component="bdi" className="quiet" sx={{ ...oneLine, gridColumn: '2 / 4', typography: 'caption', color: 'text.secondary' }}>
          {message.preview === '' ? t('noText') : message.preview}
        </Box>
      </Box>
      <Checkbox
        size="small"
        checked={isSelected}
        tabIndex={isReachedByTab ? 0 : -1}
        input={{ 'aria-label': t('select'), 'aria-describedby': subjectId }}
        onClick={(event) => onToggle(message.id, event.shiftKey)}
        onChange={() => {}}
        sx={boxStyle(isSelecting || isSelected)}
      />
    </>
  )
})
