/** A block of a seeded message: a paragraph, a list, or rows of label and value. */
export type Block = string | { list: readonly string[] } | { rows: readonly (readonly [string, string])[] }

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')

function blockText(block: Block): string {
  if (typeof block === 'string') return block
  if ('list' in block) return block.list.map((line, index) => `${index + 1}. ${line}`).join('\n')
  return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
}

export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(blockText).join('\n\n')
}

function blockHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`
  if ('list' in block) return `<ol>${block.list.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ol>`
  const cells = block.rows.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 16px 4px 0"><b>${escapeHtml(label)}</b></td><td align="right">${escapeHtml(value)}</td></tr>`,
  )
  return `<table cellspacing="0">${cells.join('')}</table>`
}

/** HTML as a mail program without colors writes it. */
export function toHtml(blocks: readonly Block[]): string {
  return `<div>${blocks.map(blockHtml).join('')}</div>`
}

/** HTML of an office with a letterhead; `logoId` is the Content-ID of its picture. */
export function toLetterhead(blocks: readonly Block[], office: string, logoId: string): string {
  return [
    '<table width="640" cellpadding="0" cellspacing="0" style="border:1px solid #d1d5db;background-color:#ffffff;color:#1f2937">',
    `<tr><td style="padding:12px 20px;background-color:#1e3a5f;color:#ffffff"><img src="cid:${logoId}" alt="" width="28" height="28" style="vertical-align:middle"> <b>${escapeHtml(office)}</b></td></tr>`,
    `<tr><td style="padding:12px 20px">${blocks.map(blockHtml).join('')}</td></tr>`,
    '<tr><td style="padding:12px 20px;font-size:12px;color:#4b5563;border-top:1px solid #d1d5db">This mailbox is read on working days from 8 to 5. Please keep the case number in the subject.</td></tr>',
    '</table>',
  ].join('')
}

/** The quoted message below a reply, as mail programs write it. */
export function quoted(text: string, by: string, at: Date): string {
  const day = at.toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'America/Chicago',
  })
  const lines = text.split('\n').slice(0, 14)
  return `On ${day}, ${by} wrote:\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}`
}
