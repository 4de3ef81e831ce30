import type { MailMessage } from '@portal/contract'
import { colourModeAtom } from '@portal/shared-ui'
import { Box, useMediaQuery } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts.ts'
import { subjectOf } from './mail-labels.ts'

/**
 * No scripts, no forms, no navigation of the page around it. Links open in a new tab, and the page may
 * measure the content.
 */
const sandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Height of the document in the frame, updated when its width changes. */
function useContentHeight() {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const watcher = useRef<ResizeObserver>(undefined)
  const measure = () => {
    const root = frame.current?.contentDocument?.documentElement
    // The height of the content, not of the frame: the root element is as tall as its text.
    if (root)
      setHeight(
        Math.ceil(root.getBoundingClientRect().height) + (root.scrollWidth > root.clientWidth ? 16 : 0),
      )
  }
  const onLoad = () => {
    const root = frame.current?.contentDocument?.documentElement
    watcher.current?.disconnect()
    measure()
    if (!root) return
    watcher.current = new ResizeObserver(measure)
    watcher.current.observe(root)
  }
  useEffect(() => () => watcher.current?.disconnect(), [])
  return { frame, height, onLoad }
}

/**
 * The body of a message in a separate document with its own address, so that the content security policies of
 * portal and message stay separate (contract.md 10.6).
 */
export function MessageBody({ message, showsPictures }: { message: MailMessage; showsPictures: boolean }) {
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const mode = useAtomValue(colourModeAtom)
  const scheme = mode === 'system' ? (prefersDark ? 'dark' : 'light') : mode
  const { frame, height, onLoad } = useContentHeight()
  return (
    <Box
      component="iframe"
      ref={frame}
      key={`${scheme} ${showsPictures}`}
      title={t('bodyOf', { subject: subjectOf(message) })}
      src={`${message.bodyUrl}&scheme=${scheme}${showsPictures ? '&pictures=shown' : ''}`}
      sandbox={sandbox}
      referrerPolicy="no-referrer"
      onLoad={onLoad}
      sx={{
        display: 'block',
        width: '100%',
        height: height ?? 240,
        border: 0,
        visibility: height === null ? 'hidden' : 'visible',
      }}
    />
  )
}
