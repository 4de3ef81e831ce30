const tag = /<\/?([a-z][a-z0-9]*)((?:\s[a-z-]+="[^"<>]*")*)\s?\/?>/g
const attribute = /\s([a-z-]+)="([^"]*)"/g

const harmlessTags =
  /^(a|abbr|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr)$/
const harmlessAttributes =
  /^(align|alt|bgcolor|border|cellpadding|cellspacing|color|colspan|dir|face|height|href|lang|nowrap|rel|rowspan|scope|size|span|src|start|style|target|title|type|valign|width)$/

/**
 * Everything in sanitized HTML that could be active. An independent check: sanitized text contains no
 * unescaped `<`.
 */
export function activeContent(html: string): string[] {
  const found: string[] = []
  const rest = html.replaceAll(tag, (_whole, name: string, attributes: string) => {
    if (!harmlessTags.test(name)) found.push(`element ${name}`)
    for (const [, key = '', value = ''] of attributes.matchAll(attribute)) {
      if (!harmlessAttributes.test(key)) found.push(`attribute ${key}`)
      if (key === 'href' && !/^(https?:\/\/|mailto:|tel:)/.test(value)) found.push(`address ${value}`)
      if (key === 'src' && !/^(data:image\/(png|jpe?g|gif|webp);base64,|\/api\/mail\/)/.test(value))
        found.push(`picture ${value}`)
      if (key === 'style' && /[\\@<]|url|expression|position|transform|import|var\(|-\d/i.test(value))
        found.push(`style ${value}`)
      if (key === 'target' && value !== '_blank') found.push(`target ${value}`)
    }
    return ''
  })
  if (rest.includes('<')) found.push(`stray < in ${rest.slice(0, 80)}`)
  return found
}
