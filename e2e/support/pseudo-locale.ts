import type { Page } from 'playwright/test'

/**
 * Changes every text of a page into a pseudo-locale when it is rendered: letters get accents, and the text
 * gets 40 % longer, as translations do. Data is changed like texts, so long names are tested too.
 */
export async function usePseudoLocale(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const accents: Readonly<Record<string, string>> = {
      a: 'á',
      e: 'ë',
      i: 'ï',
      o: 'ö',
      u: 'ü',
      c: 'ç',
      n: 'ñ',
      A: 'Å',
      E: 'É',
      O: 'Ö',
    }
    const done = new WeakMap<Node, string>()
    const skipped = 'script, style, title, textarea, noscript, [contenteditable], svg'
    const change = (node: Node) => {
      const text = node.nodeValue ?? ''
      if (done.get(node) === text || !/[A-Za-z]{2}/.test(text)) return
      if (node.parentElement?.closest(skipped) !== null) return
      const longer = ' lorem'.repeat(Math.ceil((text.trim().length * 0.4) / 6))
      const pseudo = text.replaceAll(/[a-zA-Z]/g, (letter) => accents[letter] ?? letter) + longer
      done.set(node, pseudo)
      node.nodeValue = pseudo
    }
    const changeAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      if (root.nodeType === Node.TEXT_NODE) change(root)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) change(node)
    }
    new MutationObserver((records) => {
      for (const { target, type, addedNodes } of records) {
        if (type === 'characterData') change(target)
        for (const node of addedNodes) changeAll(node)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** Texts that lie outside of the page or are cut off without an ellipsis, and how far the page scrolls sideways. */
export async function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth + 1)
      found.push(`the page scrolls sideways by ${scrollWidth - clientWidth} px`)
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
    const isShortened = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (element === null || (node.nodeValue ?? '').trim() === '') continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0 || box.height === 0) continue
      let around: Element | null = element
      let isCut = isShortened(element)
      while (around !== null && !clips(around)) {
        around = around.parentElement
        isCut ||= around !== null && isShortened(around)
      }
      const text = (node.nodeValue ?? '').trim().slice(0, 60)
      const outer = around ?? document.documentElement
      const frame = outer.getBoundingClientRect()
      if (frame.width <= 2 || isCut) continue
      if (around !== null && ['auto', 'scroll'].includes(getComputedStyle(around).overflowX)) continue
      if (box.right > frame.right + 2 || box.left < frame.left - 2)
        found.push(
          `"${text}" is cut off by ${Math.round(Math.max(box.right - frame.right, frame.left - box.left))} px`,
        )
    }
    return [...new Set(found)]
  })
}
