import { useEffect, useRef } from 'react'
import { isForPage, isPageCovered } from '../../keys/key-target.ts'
import { useRecordPage } from './record-page-context.ts'
import type { MenuName } from './record-page-context.ts'

const boardMenuOf: Readonly<Record<string, MenuName>> = { f: 'filter', v: 'views' }
const menuOf: Readonly<Record<string, MenuName>> = { ...boardMenuOf, s: 'sort', h: 'hide' }
/**
 * `g` alone opens the Group menu once it is clear that no second letter follows, which would lead to another
 * page.
 */
const sequencePauseMs = 600

/** The keys of a record page: `/` searches, letters open the menus. Draws nothing. */
export function PageKeys({ isBoard, onSearch }: { isBoard: boolean; onSearch: () => void }) {
  const { openMenu } = useRecordPage()
  const act = useRef<(key: string) => boolean>(() => false)
  const openGroup = useRef(() => {})
  useEffect(() => {
    const menus = isBoard ? boardMenuOf : menuOf
    openGroup.current = () => {
      if (!isBoard) openMenu('group')
    }
    act.current = (key) => {
      const menu = Object.hasOwn(menus, key) ? menus[key] : undefined
      if (key === '/') onSearch()
      else if (menu !== undefined) openMenu(menu)
      return key === '/' || menu !== undefined
    }
  })
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      clearTimeout(waiting)
      if (!isForPage(event) || isPageCovered()) return
      if (event.key === 'g') waiting = setTimeout(() => openGroup.current(), sequencePauseMs)
      else if (act.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(waiting)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return null
}
