import { maxAttachmentsBytes } from '@portal/contract'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { DraftSession } from './draft-session.ts'
import { t } from './texts.ts'

/** A file that is being uploaded, or whose upload failed. */
export interface Attaching {
  key: number
  name: string
  file: File
  isPicture: boolean
  /** Why the upload failed; null while it is in progress. */
  failure: string | null
  cancel: () => void
}

const shownInText = /^image\/(png|jpe?g|gif|webp)$/

let lastKey = 0

/**
 * Attaches files to a draft one after the other, so that they keep their order. Images for the body are
 * inserted there.
 */
export function useAttaching(session: DraftSession, editor: Editor | null) {
  const [files, setFiles] = useState<Attaching[]>([])
  const change = (key: number, values: Partial<Attaching> | null) =>
    setFiles((before) =>
      before.flatMap((each) => (each.key !== key ? [each] : values === null ? [] : [{ ...each, ...values }])),
    )

  async function bring({ key, file, isPicture }: Attaching, signal: AbortSignal): Promise<void> {
    try {
      const known = session.state.attachments.reduce((sum, { size }) => sum + size, 0)
      if (known + file.size > maxAttachmentsBytes) throw new Error(t('tooLarge'))
      const attached = await session.attach(file, { inline: isPicture, signal })
      const contentId = attached?.contentId ?? null
      if (isPicture && contentId !== null && editor !== null && !editor.isDestroyed)
        editor
          .chain()
          .focus()
          .insertContent({ type: 'image', attrs: { src: `cid:${contentId}`, alt: file.name } })
          .run()
      change(key, null)
    } catch (error) {
      if (signal.aborted) change(key, null)
      else change(key, { failure: error instanceof Error ? error.message : String(error) })
    }
  }

  async function add(given: readonly File[], { inText = false } = {}): Promise<void> {
    const started = given.map((file) => {
      const controller = new AbortController()
      const isPicture = inText && shownInText.test(file.type)
      const item: Attaching = {
        key: ++lastKey,
        name: file.name,
        file,
        isPicture,
        failure: null,
        cancel: () => controller.abort(),
      }
      return { item, signal: controller.signal }
    })
    setFiles((before) => [...before, ...started.map(({ item }) => item)])
    for (const { item, signal } of started) await bring(item, signal)
  }

  return {
    files,
    add,
    retry: (item: Attaching) => {
      change(item.key, null)
      void add([item.file], { inText: item.isPicture })
    },
    forget: (item: Attaching) => {
      item.cancel()
      change(item.key, null)
    },
  }
}
