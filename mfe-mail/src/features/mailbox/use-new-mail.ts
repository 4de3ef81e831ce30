import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { isEverywhere } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { rowHeight } from './MessageRow.tsx'
import type { MessagePages } from './use-message-pages.ts'

/**
 * Adds new mail above the visible rows without moving them: the list scrolls by the same height and shows how
 * many messages arrived. At the top of the list, with neither pointer nor focus in it, the new rows appear
 * directly.
 */
export function useNewMail(
  address: MailAddressBar,
  pages: MessagePages,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [arrived, setArrived] = useState<{ place: string; count: number }>({ place: '', count: 0 })
  const place = `${address.mailbox ?? ''} ${isEverywhere(address) ? '' : address.folder} ${address.q}`
  const top = pages.isOld ? undefined : pages.at(0)?.id
  const before = useRef<{ place: string; top: string | undefined }>({ place, top })
  useEffect(() => {
    // A different list starts at its top.
    if (scroller.current !== null) scroller.current.scrollTop = 0
    // oxlint-disable-next-line react/exhaustive-deps -- depends only on the place
  }, [place])
  useLayoutEffect(() => {
    const earlier = before.current
    if (pages.isOld) return
    before.current = { place, top }
    if (earlier.place !== place || earlier.top === undefined || earlier.top === top) return
    const line = pages.lineOf(earlier.top)
    const element = scroller.current
    if (line <= 0 || element === null) return
    const isWatched = element.scrollTop > 0 || element.matches(':hover, :focus-within')
    if (!isWatched) return
    const scrolled = element.scrollTop
    element.scrollTop += line * rowHeight
    if (element.scrollTop === scrolled) return
    setArrived((known) => ({ place, count: (known.place === place ? known.count : 0) + line }))
    // oxlint-disable-next-line react/exhaustive-deps -- depends only on the first row
  }, [place, top, pages.isOld])
  const forget = () => setArrived({ place, count: 0 })
  return {
    count: arrived.place === place ? arrived.count : 0,
    onScroll: () => {
      if (arrived.count > 0 && (scroller.current?.scrollTop ?? 0) < rowHeight / 2) forget()
    },
    show: () => {
      scroller.current?.scrollTo({ top: 0 })
      forget()
    },
  }
}
