import { mdiCheckboxMarkedCirclePlusOutline, mdiFlag, mdiPaperclip } from '@mdi/js'
import type { MailMessageSummary } from '@portal/contract'
import { Icon, dateTimeTooltip, formatNumber } from '@portal/shared-ui'
import { Checkbox, IconButton } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { memo, useId } from 'react'
import { folderName } from '../../folder-name.ts'
import { t } from '../../texts.ts'
import { counterpart, shortTime, subjectOf } from './mail-labels.ts'

/** Height of a row in px. Source: look.md 5. */
export const rowHeight = 64

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

/**
 * Styles of the rows, set once on the list: rows are plain elements, because a jump in a long list renders
 * twenty-five of them at a time. `data-selecting` on the list keeps the checkboxes visible.
 */
export const linesStyle = {
  '& > li': { position: 'absolute', insetInline: 0, top: 0, height: rowHeight },
  '& .line': {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr) auto',
    gridTemplateRows: '20px 18px 16px',
    columnGap: 1.5,
    alignContent: 'center',
    height: rowHeight,
    paddingInlineStart: 2.5,
    paddingInlineEnd: 3,
    color: 'text.primary',
    textDecoration: 'none',
    borderBottom: 1,
    borderColor: 'divider',
    '&:hover, &.selected': { backgroundColor: 'portal.hovered' },
    '&:focus-visible': { outlineOffset: -2 },
    '&[aria-current]': {
      backgroundColor: 'portal.primarySoft.main',
      color: 'portal.primarySoft.text',
      '& .quiet': { color: 'inherit' },
    },
  },
  '& .line > bdi': oneLine,
  '& .unread > bdi:not(.preview)': { fontWeight: 650 },
  '& .dot': {
    gridRow: '1 / 4',
    alignSelf: 'start',
    justifySelf: 'center',
    marginTop: 1.5,
    width: 8,
    height: 8,
    borderRadius: '50%',
  },
  '& .unread > .dot': { backgroundColor: 'primary.main' },
  '& .ears': {
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '& .quiet': { color: 'text.secondary' },
  '& .who': { display: 'flex', gap: 1.5, minWidth: 0, '& > bdi': oneLine },
  '& .count': { flex: 'none', fontWeight: 400 },
  '& time': { typography: 'caption', lineHeight: '20px' },
  '& .subject': { gridColumn: '2', lineHeight: '18px', '&:not(:has(+ .marks))': { gridColumn: '2 / 4' } },
  '& .marks': { display: 'flex', justifyContent: 'flex-end', gap: 1 },
  '& .flag': { display: 'flex', color: 'warning.main' },
  '& .preview': { gridColumn: '2 / 4', typography: 'caption' },
  '& .place': {
    marginInlineEnd: 1.5,
    paddingInline: 1,
    borderRadius: 1,
    backgroundColor: 'action.hover',
    fontWeight: 550,
  },
  // The checkbox replaces the unread dot while it is shown.
  '& .tick': { position: 'absolute', insetInlineStart: 2, top: 14, opacity: 0 },
  '& li:hover > .tick, & .tick:focus-within, &[data-selecting=true] .tick': { opacity: 1 },
  // Replaces the time. Touch users select the row instead, whose bar has the same action.
  '& .task': {
    position: 'absolute',
    insetInlineEnd: 8,
    top: 3,
    width: 24,
    height: 24,
    padding: 0,
    opacity: 0,
  },
  '& li:hover > .task, & .task:focus-visible': { opacity: 1 },
  '@media (pointer: fine)': {
    '& li:hover time, & li:has(> .task:focus-visible) time': { visibility: 'hidden' },
  },
  '@media (pointer: coarse)': { '& .tick': { opacity: 1 }, '& .task': { display: 'none' } },
  '& .awaited': {
    display: 'grid',
    alignContent: 'center',
    gap: 2,
    height: rowHeight,
    paddingInline: 8,
    borderBottom: 1,
    borderColor: 'divider',
    '& > span': { height: 10, borderRadius: 1, backgroundColor: 'action.hover', width: '80%' },
    '& > span:first-of-type': { width: '45%' },
  },
} as const

/** A row whose message is being loaded. */
export function AwaitedRow() {
  return (
    <div className="awaited">
      <span />
      <span />
    </div>
  )
}

export interface MessageRowProps {
  message: MailMessageSummary
  /** For a search in all folders: each row names the folder of its message. */
  showsFolder: boolean
  /** The address that opens the message. */
  to: string
  isOpen: boolean
  /** Tab reaches one row of the list; the arrow keys move to the others. */
  isReachedByTab: boolean
  isSelected: boolean
  onToggle: (id: string, upTo: boolean) => void
  onTask: (id: string) => void
}

/**
 * A message in the list: person, time, subject and one line of text. Unread messages are bold, with a dot and
 * a label for screen readers.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, showsFolder, to, isOpen, isReachedByTab, isSelected, onToggle, onTask } = props
  const subjectId = useId()
  const count = message.conversation?.count ?? 1
  const isUnread = (message.conversation?.unreadCount ?? (message.isRead ? 0 : 1)) > 0
  const marks = [isUnread ? ' unread' : '', isSelected ? ' selected' : ''].join('')
  return (
    <>
      <Link
        to={to}
        className={`line${marks}`}
        tabIndex={isReachedByTab ? 0 : -1}
        aria-current={isOpen || undefined}
      >
        <span className="dot">{isUnread && <span className="ears">{t('unread')}</span>}</span>
        <span className="who">
          <bdi>{counterpart(message)}</bdi>
          {count > 1 && (
            <span className="count quiet">
              <span aria-hidden>{formatNumber(count)}</span>
              <span className="ears">{t('messageCount', { count })}</span>
            </span>
          )}
        </span>
        <time dateTime={message.receivedAt} title={dateTimeTooltip(message.receivedAt)} className="quiet">
          {shortTime(message.receivedAt)}
        </time>
        <bdi id={subjectId} className="subject">
          {subjectOf(message)}
        </bdi>
        {(message.flag || message.hasAttachments) && (
          <span className="marks quiet">
            {message.flag && (
              <span className="flag">
                <Icon path={mdiFlag} size={16} label={t('flagged')} />
              </span>
            )}
            {message.hasAttachments && <Icon path={mdiPaperclip} size={16} label={t('withAttachments')} />}
          </span>
        )}
        <bdi className="preview quiet">
          {showsFolder && <span className="place">{folderName(message.folder)}</span>}
          {message.preview === '' ? t('noText') : message.preview}
        </bdi>
      </Link>
      <Checkbox
        className="tick"
        size="small"
        checked={isSelected}
        tabIndex={isReachedByTab ? 0 : -1}
        input={{ 'aria-label': t('select'), 'aria-describedby': subjectId }}
        onClick={(event) => onToggle(message.id, event.shiftKey)}
        onChange={() => {}}
      />
      {message.folder !== 'drafts' && (
        <IconButton
          className="task"
          tabIndex={isReachedByTab ? 0 : -1}
          title={t('newTask')}
          aria-label={t('newTask')}
          aria-describedby={subjectId}
          onClick={() => onTask(message.id)}
        >
          <Icon path={mdiCheckboxMarkedCirclePlusOutline} size={16} />
        </IconButton>
      )}
    </>
  )
})
