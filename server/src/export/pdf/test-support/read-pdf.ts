import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of all pages, the size of the first page in points, and the number of pages. */
export async function readPdf(bytes: Buffer): Promise<{ text: string; size: number[]; pages: number }> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  const texts: string[] = []
  let size: number[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const [, , width = 0, height = 0] = page.view
    if (number === 1) size = [width, height]
    const { items } = await page.getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  const { numPages: pages } = pdf
  await task.destroy()
  return { text: texts.join(' '), size, pages }
}
