import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { registerTexts } from '../i18n/texts.ts'

const t = registerTexts('shared-pdf', {
  loading: 'Loading the document',
  failed: 'The document could not be shown',
  page: 'Page {{page, number}} of {{count, number}}',
})

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href

export interface PdfPagesProps {
  /** URL of the PDF file. */
  url: string
  label: string
}

type Loaded =
  { state: 'loading' } | { state: 'loaded'; document: PDFDocumentProxy } | { state: 'failed'; error: unknown }

function useDocument(url: string, attempt: number): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  useEffect(() => {
    let isGone = false
    // pdf.js does not execute scripts in a document.
    const task = getDocument({ url, enableXfa: false })
    task.promise.then(
      (document) => !isGone && setLoaded({ state: 'loaded', document }),
      (error: unknown) => !isGone && setLoaded({ state: 'failed', error }),
    )
    return () => {
      isGone = true
      setLoaded({ state: 'loading' })
      void task.destroy()
    }
  }, [url, attempt])
  return loaded
}

/**
 * Renders a PDF with pdf.js, not with the browser's viewer in the portal's origin (contract.md 5). Pages are
 * rendered when they become visible.
 */
export default function PdfPages({ url, label }: PdfPagesProps) {
  const [attempt, setAttempt] = useState(0)
  const loaded = useDocument(url, attempt)
  switch (loaded.state) {
    case 'loading':
      return <Typography sx={{ padding: 4, color: 'text.secondary' }}>{t('loading')}</Typography>
    case 'failed':
      return <ErrorPanel error={loaded.error} title={t('failed')} onRetry={() => setAttempt(attempt + 1)} />
    case 'loaded':
      return (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 3,
            justifyItems: 'center',
            padding: 3,
          }}
        >
          {Array.from({ length: loaded.document.numPages }, (_, place) => (
            <Page key={place} document={loaded.document} page={place + 1} label={label} />
          ))}
        </Box>
      )
  }
}

function Page({ document, page, label }: { document: PDFDocumentProxy; page: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    const place = canvas.current
    if (place === null) return
    let stop = () => {}
    const draw = async () => {
      const drawn = await document.getPage(page)
      const width = Math.min(900, place.parentElement?.clientWidth ?? 900)
      const viewport = drawn.getViewport({ scale: width / drawn.getViewport({ scale: 1 }).width })
      const density = window.devicePixelRatio
      Object.assign(place, {
        width: Math.floor(viewport.width * density),
        height: Math.floor(viewport.height * density),
      })
      Object.assign(place.style, { width: `${viewport.width}px`, height: `${viewport.height}px` })
      const task = drawn.render({ canvas: place, viewport, transform: [density, 0, 0, density, 0, 0] })
      stop = () => task.cancel()
      await task.promise
      const { items } = await drawn.getTextContent()
      setText(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      // A page that unmounts during rendering is canceled; the rejection has no effect then.
      draw().catch(() => setText(t('failed')))
    })
    observer.observe(place)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [document, page])
  return (
    <Box component="figure" sx={{ margin: 0, maxWidth: '100%', width: 900, textAlign: 'center' }}>
      <Box
        component="canvas"
        ref={canvas}
        role="img"
        aria-label={`${label}. ${t('page', { page, count: document.numPages })}. ${text}`}
        sx={{
          display: 'inline-block',
          minHeight: 400,
          maxWidth: '100%',
          border: 1,
          borderColor: 'divider',
          backgroundColor: 'common.white',
        }}
      />
      <Typography component="figcaption" variant="caption" sx={{ color: 'text.secondary' }}>
        {t('page', { page, count: document.numPages })}
      </Typography>
    </Box>
  )
}
