import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import type { Extensions } from '@tiptap/core'

const contentIdOf = (source: string) =>
  source.startsWith('cid:') ? decodeURIComponent(source.slice(4)) : null

/**
 * Images stored with the draft. The body refers to them by `cid:`; `imageUrlOf` returns their URL, or
 * undefined while they are being uploaded.
 */
function pictures(imageUrlOf: (contentId: string) => string | undefined) {
  return Image.extend({
    inline: true,
    group: 'inline',
    addNodeView() {
      return ({ node }) => {
        const picture = document.createElement('img')
        const source: unknown = node.attrs['src']
        const contentId = typeof source === 'string' ? contentIdOf(source) : null
        const address =
          contentId === null ? (typeof source === 'string' ? source : undefined) : imageUrlOf(contentId)
        if (address !== undefined) picture.src = address
        const alt: unknown = node.attrs['alt']
        picture.alt = typeof alt === 'string' ? alt : ''
        return { dom: picture }
      }
    },
  }).configure({ allowBase64: true })
}

/**
 * The elements a message body can contain. Links keep only their address: mail programs decide how to open
 * them.
 */
export function bodyExtensions(imageUrlOf: (contentId: string) => string | undefined): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3] },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        protocols: ['mailto', 'tel'],
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    pictures(imageUrlOf),
    TableKit.configure({ table: { resizable: false } }),
  ]
}
